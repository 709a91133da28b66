import { type Kysely, sql, type Transaction } from 'kysely'
import { collectionMoves, mintMoves } from '../../journal/states.ts'
import { bearsToken, inNoBatch } from '../journal/mints-now.ts'
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

/** Of a semi-fungible collection: the numbers of the batches that the journal knows to be on chain. */
export async function knownBatchNumbers(db: Db, collectionPk: number): Promise<Set<number>> {
  const [own, readBack] = await Promise.all([knownBatchStarts(db, collectionPk), knownTokens(db, collectionPk)])
  return new Set([...own, ...readBack])
}

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

export async function enterKnown(
  db: Db,
  collectionPk: number,
  known: readonly { tag: string; tokenId: number; txHash: string }[],
): Promise<void> {
  for (let from = 0; from < known.length; from += 200)
    await db
      .insertInto('known_mints')
      .values(
        known.slice(from, from + 200).map(({ tag, tokenId, txHash }) => ({
          collection_pk: collectionPk,
          tag,
          token_id: tokenId,
          tx_hash: txHash,
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
): Promise<Map<string, { tokenId: number; txHash: string }>> {
  const found = new Map<string, { tokenId: number; txHash: string }>()
  for (let from = 0; from < tags.length; from += 500) {
    const rows = await db
      .selectFrom('known_mints')
      .selectAll()
      .where('collection_pk', '=', collectionPk)
      .where('tag', 'in', tags.slice(from, from + 500))
      .execute()
    for (const row of rows) found.set(row.tag, { tokenId: row.token_id, txHash: row.tx_hash })
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
  /** Of semi-fungible collections the number of its batch. */
  tokenId: number
  txHash: string
}

/** The highest token that was read back and of which it is known what made it. */
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

/** `reason` null: it goes on. */
export async function haltCollection(db: Db, collectionPk: number, reason: string | null): Promise<void> {
  await db.updateTable('collections').set({ halted: reason }).where('pk', '=', collectionPk).execute()
}

/** A person said to go on with a halted collection: that stands until the chain's word for what it holds was taken. */
export async function resumeCollection(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ halted: null, resumed: 1 }).where('pk', '=', collectionPk).execute()
}

/** Collections of a project on a chain that a person said to go on with. */
export async function resumedCollections(db: Db, projectId: string, chain: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('collections')
    .select('pk')
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('resumed', '=', 1)
    .execute()
  return new Set(rows.map(({ pk }) => pk))
}

/** The chain's word for what a collection holds was taken. */
export async function endResume(db: Db, collectionPk: number): Promise<void> {
  await db.updateTable('collections').set({ resumed: 0 }).where('pk', '=', collectionPk).execute()
}

/** Puts a collection's contract on record as deployed or failed; what is on record stays. */
export async function markDeployed(db: Db, collectionPk: number, state: 'deployed' | 'failed'): Promise<void> {
  const move = state === 'deployed' ? collectionMoves.deploy : collectionMoves.fail
  await db
    .updateTable('collections')
    .set({ state: move.to })
    .where('pk', '=', collectionPk)
    .where('state', 'in', move.from)
    .execute()
}

/** A collection that can never be deployed: what waits for it fails with the reason. Answers the mints that did. */
export async function failWaiting(
  db: Db,
  collectionPk: number,
  reason: { code: string; message: string },
  now: number,
): Promise<number[]> {
  const failed = await db
    .updateTable('mints')
    .set({ state: mintMoves.refuse.to, error_code: reason.code, error_message: reason.message, completed_at: now })
    .where('pk', 'in', (eb) => eb.selectFrom('waiting').select('mint_pk').where('collection_pk', '=', collectionPk))
    .returning('pk')
    .execute()
  return failed.map(({ pk }) => pk)
}

/** What stands for the tag of a token that the chain holds and no folder names: minted alone, its tag found by asking for its job. */
export function unnamed(tokenId: number): string {
  return `token ${tokenId}`
}

const unrecognisedPrefix = 'stranger '

/** What stands for the tag of a token whose batch or leaf nobody here knows: `key` (64 hex digits) says for whom it is, and of what metadata. */
export function unrecognisedTag(key: string, tokenId: number): string {
  return `${unrecognisedPrefix}${key} ${tokenId}`
}

/** Whether tokens of nobody known were read back. */
export async function hasUnrecognised(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_mints')
    .select('tag')
    .where('collection_pk', '=', collectionPk)
    .where('tag', '>=', unrecognisedPrefix)
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
    .where('tag', '>=', unrecognisedPrefix)
    .where('tag', '<', 'stranger!')
    .orderBy('token_id')
    .execute()
  const wanted = new Set(keys)
  const found = new Map<string, { tokenId: number; txHash: string }[]>()
  for (const { tag, token_id, tx_hash } of rows) {
    const key = tag.slice(unrecognisedPrefix.length, unrecognisedPrefix.length + 64)
    if (!wanted.has(key)) continue
    const token = { tokenId: token_id, txHash: tx_hash }
    found.set(key, [...(found.get(key) ?? []), token])
  }
  return found
}

/** Forgets the tokens that were read back without a tag. */
export async function forgetUnnamed(db: Db, collectionPk: number): Promise<void> {
  await db.deleteFrom('known_mints').where('collection_pk', '=', collectionPk).where('tag', 'like', 'token %').execute()
}

/** Whether tokens without a tag were read back. */
export async function hasUnnamed(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_mints')
    .select('tag')
    .where('collection_pk', '=', collectionPk)
    .where('tag', 'like', 'token %')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives tokens that were read back without a tag the tag that was found for them. */
export async function nameTokens(
  db: Kysely<Database>,
  collectionPk: number,
  found: ReadonlyMap<string, { tokenId: number; txHash: string }>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [tag, { tokenId, txHash }] of found) {
      await trx
        .deleteFrom('known_mints')
        .where('collection_pk', '=', collectionPk)
        .where('token_id', '=', tokenId)
        .where((eb) => eb.or([eb('tag', '=', unnamed(tokenId)), eb('tag', 'like', `${unrecognisedPrefix}%`)]))
        .execute()
      await enterKnown(trx, collectionPk, [{ tag, tokenId, txHash }])
    }
  })
}
