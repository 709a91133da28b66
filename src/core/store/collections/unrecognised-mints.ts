import { type Kysely, sql, type Transaction } from 'kysely'
import { bearsToken, inNoBatch } from '../journal/mints-now.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** The same as `unrecognisedTokens` for a semi-fungible collection, whose mints do not bear what was read back, but are entered once each. */
export async function unrecognisedCopies(db: Db, collectionPk: number): Promise<number> {
  const known = await db
    .selectFrom('known_mints')
    .select((eb) => eb.fn.countAll<number>().as('tags'))
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  const entered = await db
    .selectFrom('mints')
    .select((eb) => eb.fn.countAll<number>().as('mints'))
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .where(inNoBatch())
    .where('recovered', '=', 0)
    .executeTakeFirst()
  return Math.max(0, (known?.tags ?? 0) - (entered?.mints ?? 0))
}

/** Tokens read back from the chain that no mint of the journal bears. */
export async function unrecognisedTokens(db: Db, collectionPk: number): Promise<number> {
  const row = await db
    .selectFrom('known_mints')
    .select((eb) => eb.fn.countAll<number>().as('tokens'))
    .where('collection_pk', '=', collectionPk)
    .where(
      sql<boolean>`not ${bearsToken('known_mints.collection_pk', 'known_mints.token_id', 'and mints.recovered = 0')}`,
    )
    .executeTakeFirst()
  return row?.tokens ?? 0
}

/** How the tags of unrecognised mints begin. */
export const strangers = 'stranger '

/** What stands for the tag of a token whose batch or leaf nobody here knows: `key` (64 hex digits) says for whom it is, and of what metadata. */
export function unrecognisedTag(key: string, tokenId: number): string {
  return `${strangers}${key} ${tokenId}`
}

/** Whether tokens of nobody known were read back. */
export async function hasUnrecognised(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_mints')
    .select('tag')
    .where('collection_pk', '=', collectionPk)
    .where('tag', '>=', strangers)
    .where('tag', '<', 'stranger!')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Tokens of batches that nobody can read, by these keys, in their order. */
export async function findUnrecognised(
  db: Db,
  collectionPk: number,
  keys: readonly string[],
): Promise<Map<string, { tokenId: number; txHash: string }[]>> {
  const rows = await db
    .selectFrom('known_mints')
    .select(['tag', 'token_id', 'tx_hash'])
    .where('collection_pk', '=', collectionPk)
    .where('tag', '>=', strangers)
    .where('tag', '<', 'stranger!')
    .orderBy('token_id')
    .execute()
  const wanted = new Set(keys)
  const found = new Map<string, { tokenId: number; txHash: string }[]>()
  for (const { tag, token_id, tx_hash } of rows) {
    const key = tag.slice(strangers.length, strangers.length + 64)
    if (!wanted.has(key)) continue
    const token = { tokenId: token_id, txHash: tx_hash }
    found.set(key, [...(found.get(key) ?? []), token])
  }
  return found
}
