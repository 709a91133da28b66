/** Which contents a collection has: what keeps the same NFT from being minted to the same person twice by two files. */
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
 * Looks in the index, and through those mints that are not in it yet: one statement, so that none is missed which the index takes meanwhile.
 * A mint that was given another content while its group was indexed may stand there with both, so its own row has the last word.
 */
async function found(
  db: Db,
  collectionPk: RawBuilder<unknown>,
  hashes: readonly Buffer[],
  holds: RawBuilder<unknown>,
): Promise<Set<string>> {
  const wanted = sql`(select unhex(value) from json_each(${JSON.stringify(hashes.map((hash) => hash.toString('hex')))}))`
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
