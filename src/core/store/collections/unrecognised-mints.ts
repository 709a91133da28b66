import { type Kysely, sql, type Transaction } from 'kysely'
import { bearsToken, inNoBatch } from '../journal/mints-now.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** `unrecognisedTokens` for a semi-fungible collection: its mints have no tokens of their own, so the numbers are compared. */
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

/** How many tokens were read back from the chain that no mint of the journal has. */
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

/** Replaces the tag for a token whose batch or leaf this database does not know. `key`: 64 hex digits, from recipient and metadata. */
export function unrecognisedTag(key: string, tokenId: number): string {
  return `${strangers}${key} ${tokenId}`
}

/** Whether unrecognised tokens were read back. */
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

/** The unrecognised tokens with these keys, by key, in order of token id. */
export async function findUnrecognised(
  db: Db,
  collectionPk: number,
  keys: readonly string[],
): Promise<Map<string, { tokenId: number; txHash: string }[]>> {
  const { rows } = await sql<{ key: string; token_id: number; tx_hash: string }>`
    select wanted.value as key, token_id, tx_hash from (select distinct value from json_each(${JSON.stringify(keys)})) as wanted
      cross join known_mints on known_mints.collection_pk = ${collectionPk}
        and known_mints.tag >= ${strangers} || wanted.value || ' ' and known_mints.tag < ${strangers} || wanted.value || '!'
    order by token_id`.execute(db)
  const found = new Map<string, { tokenId: number; txHash: string }[]>()
  for (const { key, token_id: tokenId, tx_hash: txHash } of rows)
    found.set(key, [...(found.get(key) ?? []), { tokenId, txHash }])
  return found
}

/** Gives unrecognised tokens the tags of the mints that they turned out to be. */
export async function nameUnrecognised(
  db: Db,
  collectionPk: number,
  found: readonly { key: string; tag: string; tokenId: number }[],
): Promise<void> {
  const rows = JSON.stringify(found.map(({ key, tag, tokenId }) => [unrecognisedTag(key, tokenId), tag]))
  await sql`update or replace known_mints set tag = named.value ->> 1 from json_each(${rows}) as named
            where known_mints.collection_pk = ${collectionPk} and known_mints.tag = named.value ->> 0`.execute(db)
}
