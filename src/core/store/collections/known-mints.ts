import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** How many tokens of a collection the journal accounts for: minted by its batches, or read back from the chain, each once. */
export async function accountedTokens(db: Db, collectionPk: number): Promise<number> {
  const own = await db
    .selectFrom('batches')
    .select((eb) => eb.fn.sum<number>('size').as('tokens'))
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .executeTakeFirst()
  const known = await db
    .selectFrom('known_mints')
    .select((eb) => eb.fn.count<number>('token_id').distinct().as('tokens'))
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return Number(own?.tokens ?? 0) + Number(known?.tokens ?? 0)
}

/** First token ids of the batches that the journal knows to be on chain. */
export async function knownBatchStarts(db: Db, collectionPk: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('batches')
    .select('first_token_id')
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .execute()
  return new Set(rows.flatMap((row) => (row.first_token_id === null ? [] : [row.first_token_id])))
}

/** Which tokens were read back from the chain. */
export async function knownTokens(db: Db, collectionPk: number): Promise<Set<number>> {
  const rows = await db.selectFrom('known_mints').select('token_id').where('collection_pk', '=', collectionPk).execute()
  return new Set(rows.map(({ token_id }) => token_id))
}

/** All tokens that the journal knows to be on chain: minted by its batches, or read back. */
export async function knownTokenIds(db: Db, collectionPk: number): Promise<Set<number>> {
  const tokens = await knownTokens(db, collectionPk)
  const batches = await db
    .selectFrom('batches')
    .select(['first_token_id', 'size'])
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .execute()
  for (const { first_token_id: first, size } of batches)
    if (first !== null) for (let place = 0; place < size; place++) tokens.add(first + place)
  return tokens
}

/** Of a semi-fungible collection: the numbers of the batches that the journal knows to be on chain. */
export async function knownBatchNumbers(db: Db, collectionPk: number): Promise<Set<number>> {
  const [own, readBack] = await Promise.all([knownBatchStarts(db, collectionPk), knownTokens(db, collectionPk)])
  return new Set([...own, ...readBack])
}

/** The token of a mint that the chain holds. */
export interface HeldToken {
  tokenId: number
  txHash: string
  /** The recipient on chain when it was minted; absent or null where the mint was recognised by its recipient, or no node reports one. */
  recipient?: string | null
}

export async function enterKnown(
  db: Db,
  collectionPk: number,
  known: readonly (HeldToken & { tag: string })[],
): Promise<void> {
  for (let from = 0; from < known.length; from += 200)
    await db
      .insertInto('known_mints')
      .values(
        known.slice(from, from + 200).map(({ tag, tokenId, txHash, recipient = null }) => ({
          collection_pk: collectionPk,
          tag,
          token_id: tokenId,
          tx_hash: txHash,
          recipient: recipient?.toLowerCase() ?? null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Which of these tags the chain is known to hold. */
export async function findKnown(
  db: Db,
  collectionPk: number,
  tags: readonly string[],
): Promise<Map<string, HeldToken>> {
  const found = new Map<string, HeldToken>()
  for (let from = 0; from < tags.length; from += 500) {
    const rows = await db
      .selectFrom('known_mints')
      .selectAll()
      .where('collection_pk', '=', collectionPk)
      .where('tag', 'in', tags.slice(from, from + 500))
      .execute()
    for (const row of rows) found.set(row.tag, { tokenId: row.token_id, txHash: row.tx_hash, recipient: row.recipient })
  }
  return found
}

export async function hasKnown(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_mints')
    .select('tag')
    .where('collection_pk', '=', collectionPk)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What was read back from the chain. */
export interface FoundToken {
  /** In semi-fungible collections the number of its batch. */
  tokenId: number
  txHash: string
}

/** The highest token that was read back and whose transaction is known. */
export function highestFound(db: Db, collectionPk: number): Promise<FoundToken | undefined> {
  return db
    .selectFrom('known_mints')
    .select(['token_id as tokenId', 'tx_hash as txHash'])
    .where('collection_pk', '=', collectionPk)
    .where('tx_hash', '<>', '')
    .orderBy('token_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
