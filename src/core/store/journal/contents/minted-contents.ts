/** Which contents a collection has. By these, two files do not mint the same NFT to the same recipient twice. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Which of these content hashes were minted into a collection, or are about to be; as hex. */
export function findMintedContents(db: Db, collectionPk: number, hashes: readonly Buffer[]): Promise<Set<string>> {
  return found(db, sql`${collectionPk}`, hashes, sql`true`)
}

/** Which of these content hashes runs of this import have minted into its collection, or are about to; as hex. */
export function contentsOfImport(
  db: Db,
  { importId, collectionPk }: { importId: string; collectionPk: number },
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  return found(db, sql`${collectionPk}`, hashes, sql`m.run_id in (select id from runs where import_id = ${importId})`)
}

/**
 * Which of these mints have the content (NFT and recipient) of another mint of their collection that was minted since, or is about to be. For
 * a run that mints again what was minted before, only mints that were entered after its own count.
 */
export async function findMintedSince(db: Db, pks: readonly number[]): Promise<Set<number>> {
  if (pks.length === 0) return new Set()
  const { rows } = await sql<{ pk: number }>`
    with asked as materialized (
      select m.pk, m.collection_pk, m.content_hash, iif(coalesce(r.again, 0) = 1, m.pk, 0) as after
      from json_each(${JSON.stringify(pks)}) as d cross join mints m on m.pk = d.value left join runs r on r.id = m.run_id)
    select asked.pk from asked
      cross join mint_contents c on c.collection_pk = asked.collection_pk and c.content_hash = asked.content_hash
      cross join mints other on other.pk = c.mint_pk
    where other.content_hash = asked.content_hash and ${counts}
    union
    select asked.pk from mints other
      cross join asked on asked.content_hash = other.content_hash and asked.collection_pk = other.collection_pk
    where other.pk >= (select mint_pk from unindexed_contents) and other.run_id is not null and ${counts}`.execute(db)
  return new Set(rows.map(({ pk }) => pk))
}

/**
 * Which of these content hashes belong to rows of files whose mint was corrected, and was minted with other content or is about to be; as hex.
 * A row's content is what its mint asked for first: later corrections stand in no file.
 * @param importId only mints of runs of this import; null: all of the collection
 */
export async function findCorrectedContents(
  db: Db,
  { collectionPk, importId }: { collectionPk: number; importId: string | null },
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const holds = importId === null ? sql`true` : sql`m.run_id in (select id from runs where import_id = ${importId})`
  const { rows } = await sql<{ hash: Buffer }>`
    select c.content_hash as hash from corrections c cross join mints m on m.pk = c.mint_pk
    where c.collection_pk = ${collectionPk} and c.content_hash in ${asSet(hashes)} and ${isFirst}
      and m.state not in ('failed', 'cancelled') and ${holds}`.execute(db)
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

/**
 * Which of these mints come from the same row as another mint of their collection that was minted or is about to be, where one of the two was
 * corrected. A row's content is what its mint asked for first, so a mint that was corrected to a row's content does not come from that row. A
 * row with an id of its own is identified by the id, whatever the content of other mints.
 * @param pks mints of one run
 * @param idAt the id of a mint of the run whose row names none, by its place
 */
export async function findCorrectedSince(
  db: Db,
  pks: readonly number[],
  idAt: (ordinal: number) => string,
): Promise<Set<number>> {
  if (pks.length === 0) return new Set()
  const { rows } = await sql<{ pk: number; id: string; ordinal: number | null }>`
    with asked as materialized (
      select m.pk, m.id, m.ordinal, m.collection_pk, coalesce(c.content_hash, m.content_hash) as content_hash, c.pk is not null as corrected,
        iif(coalesce(r.again, 0) = 1, m.pk, 0) as after
      from json_each(${JSON.stringify(pks)}) as d cross join mints m on m.pk = d.value left join runs r on r.id = m.run_id
        left join corrections c on c.mint_pk = m.pk and ${isFirst})
    select asked.pk, asked.id, asked.ordinal from asked
      cross join corrections c on c.collection_pk = asked.collection_pk and c.content_hash = asked.content_hash
      cross join mints other on other.pk = c.mint_pk
    where ${isFirst} and ${counts}
    union
    select asked.pk, asked.id, asked.ordinal from asked
      cross join mint_contents c on c.collection_pk = asked.collection_pk and c.content_hash = asked.content_hash
      cross join mints other on other.pk = c.mint_pk
    where asked.corrected and other.content_hash = asked.content_hash and ${isAsItWas} and ${counts}
    union
    select asked.pk, asked.id, asked.ordinal from mints other
      cross join asked on asked.content_hash = other.content_hash and asked.collection_pk = other.collection_pk
    where other.pk >= (select mint_pk from unindexed_contents) and other.run_id is not null
      and asked.corrected and ${isAsItWas} and ${counts}`.execute(db)
  return new Set(rows.flatMap(({ pk, id, ordinal }) => (ordinal !== null && id === idAt(ordinal) ? [pk] : [])))
}

const isAsItWas = sql`not exists (select 1 from corrections where mint_pk = other.pk)`

/** `c` is the mint's first correction, which holds what the mint asked for first. */
const isFirst = sql`c.pk = (select min(pk) from corrections where mint_pk = c.mint_pk)`

const counts = sql`other.pk <> asked.pk and other.pk > asked.after and other.state not in ('failed', 'cancelled')`

/**
 * Searches the index, and the mints that are not in it yet, in one statement: else a mint that is indexed in between would be missed. A mint
 * whose content changed while its group was indexed may stand in the index with both contents, so its own row decides.
 */
async function found(
  db: Db,
  collectionPk: RawBuilder<unknown>,
  hashes: readonly Buffer[],
  holds: RawBuilder<unknown>,
): Promise<Set<string>> {
  const wanted = asSet(hashes)
  const counts = sql`m.state not in ('failed', 'cancelled') and ${holds}`
  const { rows } = await sql<{ hash: Buffer }>`
    select c.content_hash as hash from mint_contents c cross join mints m on m.pk = c.mint_pk
    where c.collection_pk = ${collectionPk} and c.content_hash in ${wanted} and m.content_hash = c.content_hash and ${counts}
    union
    select m.content_hash from mints m
    where m.pk >= (select mint_pk from unindexed_contents) and m.collection_pk = ${collectionPk} and m.run_id is not null
      and m.content_hash in ${wanted} and ${counts}`.execute(db)
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

function asSet(hashes: readonly Buffer[]): RawBuilder<unknown> {
  return sql`(select unhex(value) from json_each(${JSON.stringify(hashes.map((hash) => hash.toString('hex')))}))`
}
