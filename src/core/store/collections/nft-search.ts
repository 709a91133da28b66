import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** How many NFTs a collection has, whatever their state. */
export async function countNfts(db: Db, collectionPk: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(size), 0) as n from mint_blocks where collection_pk = ${collectionPk}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Keys of mints with a text somewhere in their recipient, address, id or metadata. Searches one piece of the collection, which takes some ten
 * milliseconds; the next piece begins after `last`, until that is undefined.
 */
export async function searchPiece(
  db: Db,
  collectionPk: number,
  text: string,
  after: number,
): Promise<{ pks: number[]; last: number | undefined }> {
  const lower = text.toLowerCase()
  const { rows } = await sql<{ pk: number; fits: number }>`
    with piece as (select pk, recipient, address, id, metadata_hash, template_pk from mints
        where collection_pk = ${collectionPk} and pk > ${after} order by pk limit ${pieceSize})
    select p.pk, 1 as fits from piece p left join templates t on t.pk = p.template_pk
        left join metadata d on d.hash = iif(p.template_pk is null, p.metadata_hash, t.metadata_hash)
      where instr(lower(p.recipient), ${lower}) or instr(lower(p.address), ${lower}) or instr(lower(p.id), ${lower})
        or instr(lower(d.json), ${lower}) or instr(d.json, ${text})
    union all select max(pk), 0 from piece`.execute(db)
  return {
    pks: rows.flatMap(({ pk, fits }) => (fits === 1 ? [pk] : [])),
    last: rows.find(({ fits }) => fits === 0)?.pk ?? undefined,
  }
}

/** Ours: mints in one piece. */
const pieceSize = 5_000
