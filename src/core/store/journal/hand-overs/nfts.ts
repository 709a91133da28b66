import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { actionMoves } from '../../../journal/states.ts'
import type { HandOverNftsTable } from '../../tables/hand-overs.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>
export type HandOverNft = Selectable<HandOverNftsTable>
export type NewHandOverNft = Omit<HandOverNft, 'pk' | 'hand_over_pk' | 'row_pk' | 'tries' | 'transfer_pk'>

/** Ours: NFTs of one statement; each has fifteen values. */
const atOnce = 500

/** Adds the NFTs that a row moves; one that the hand-over already has stays as it is. */
export async function addNfts(
  trx: Db,
  of: { handOverPk: number; rowPk: number },
  nfts: readonly NewHandOverNft[],
): Promise<void> {
  for (let from = 0; from < nfts.length; from += atOnce)
    await trx
      .insertInto('hand_over_nfts')
      .values(
        nfts
          .slice(from, from + atOnce)
          .map((nft) => ({ ...nft, hand_over_pk: of.handOverPk, row_pk: of.rowPk, transfer_pk: null })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** An NFT with the person it belongs to. */
export type NftOfPerson = HandOverNft & { kind: 'email' | 'userId'; user: string }

/** NFTs that have no transfer yet, oldest first. */
export async function nftsToEnter(
  db: Db,
  handOverPk: number,
  sentBy: HandOverNft['sent_by'],
  limit: number,
): Promise<NftOfPerson[]> {
  const rows = await db
    .selectFrom('hand_over_nfts as n')
    .innerJoin('hand_over_rows as r', 'r.pk', 'n.row_pk')
    .selectAll('n')
    .select(['r.kind', 'r.user'])
    .where('n.hand_over_pk', '=', handOverPk)
    .where('n.state', '=', 'found')
    .where('n.sent_by', '=', sentBy)
    .orderBy('n.pk')
    .limit(limit)
    .execute()
  return rows.map(({ kind, user, ...nft }) => {
    if (kind === null || user === null) throw new Error(`the NFT ${nft.pk} of a hand-over is nobody's`)
    return { ...nft, kind, user }
  })
}

/** Why an NFT cannot be moved now: the state of its burn, or the id of the action that moves it. */
export type Occupied = { burn: 'pending' | 'succeeded' } | { transfer: string }

/**
 * Which of these NFTs are burnt or being burnt, and which another action already moves; by their keys. Copies cannot be told apart, so they
 * count as being burnt while any units of the same token that their holder has are.
 */
export async function occupiedNfts(
  trx: Db,
  kind: 'practice' | 'live',
  pks: readonly number[],
): Promise<Map<number, Occupied>> {
  const wanted = sql`select value from json_each(${JSON.stringify(pks)})`
  const moving = await sql<{ pk: number; id: string }>`
    select n.pk, t.id from hand_over_nfts n join transfers t on t.network = ${kind} || ':' || n.chain
      and t.contract = n.contract and t.token_id = n.token_id
    where n.pk in (${wanted}) and t.status = 'pending' and t.work ->> 'holder' = n.holder`.execute(trx)
  const burnt = await sql<{ pk: number; status: 'pending' | 'succeeded' }>`
    select n.pk, a.status from hand_over_nfts n join actions a on a.mint_pk = n.mint_pk
    where n.pk in (${wanted}) and n.mint_pk is not null and a.kind = 'nfts.delete' and a.status in ('pending', 'succeeded')
    union all
    select n.pk, a.status from hand_over_nfts n join hand_overs h on h.pk = n.hand_over_pk
      join collections c on c.project_id = h.project_id and c.chain = n.chain and c.contract_address = n.contract
      join actions a on a.collection_pk = c.pk and a.status = 'pending'
    where n.pk in (${wanted}) and n.mint_pk is null and n.standard = 'erc-1155' and a.kind = 'nfts.delete'
      and a.work ->> 'holder' = n.holder and cast(a.work ->> 'tokenId' as text) = n.token_id`.execute(trx)
  return new Map<number, Occupied>([
    ...moving.rows.map(({ pk, id }) => [pk, { transfer: id }] as const),
    ...burnt.rows.map(({ pk, status }) => [pk, { burn: status }] as const),
  ])
}

/** Gives an NFT its transfer, unless the NFT is no longer to be moved. @returns whether it did */
export async function setEntered(trx: Db, pk: number, transferPk: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hand_over_nfts')
    .set({ state: 'entered', transfer_pk: transferPk })
    .where('pk', '=', pk)
    .where('state', '=', 'found')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Fails an NFT that cannot be moved, with the reason. */
export async function failNft(trx: Db, pk: number, message: string): Promise<void> {
  await trx
    .updateTable('hand_over_nfts')
    .set({ state: 'failed', error_message: message })
    .where('pk', '=', pk)
    .where('state', '=', 'found')
    .execute()
}

/** The wallets (`<chain> <address>`) with a transfer of a hand-over under way that they sign themselves. */
export async function walletsUnderWay(db: Db, handOverPk: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('hand_over_nfts')
    .select(['chain', 'holder'])
    .distinct()
    .where('hand_over_pk', '=', handOverPk)
    .where('state', '=', 'entered')
    .where('sent_by', '=', 'holder')
    .execute()
  return new Set(rows.map(({ chain, holder }) => `${chain} ${holder}`))
}

/** Cancels up to `limit` NFTs without a transfer, and up to `limit` unsigned transfers. @returns how many */
export async function cancelUnsigned(db: Kysely<Database>, handOverPk: number, limit: number, now: number) {
  return await db.transaction().execute(async (trx) => {
    const found = await trx
      .updateTable('hand_over_nfts')
      .set({ state: 'cancelled' })
      .where('pk', 'in', (eb) =>
        eb
          .selectFrom('hand_over_nfts')
          .select('pk')
          .where('hand_over_pk', '=', handOverPk)
          .where('state', '=', 'found')
          .limit(limit),
      )
      .executeTakeFirst()
    const waiting = await trx
      .updateTable('transfers')
      .set(cancelled(now))
      .where('pk', 'in', (eb) =>
        eb
          .selectFrom('transfers')
          .select('pk')
          .where(sql<boolean>`status = 'pending'`)
          .where('hand_over_pk', '=', handOverPk)
          .where('transaction_pk', 'is', null)
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(found.numUpdatedRows + waiting.numUpdatedRows)
  })
}

/** Ends a transfer that waits for a transaction again, if its hand-over was cancelled. @returns whether it did */
export async function cancelIfUnsigned(trx: Transaction<Database>, transferPk: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .set(cancelled(now))
    .where('pk', '=', transferPk)
    .where('status', '=', 'pending')
    .where('transaction_pk', 'is', null)
    .where('hand_over_pk', 'in', (eb) => eb.selectFrom('hand_overs').select('pk').where('state', '=', 'cancelled'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How an unsigned transfer ends by the cancelling of its hand-over. */
function cancelled(now: number) {
  return {
    status: actionMoves.fail.to,
    wants: null,
    error_code: 'handOver.cancelled',
    error_message: 'The hand-over was cancelled before this was signed: the NFT stays where it is.',
    completed_at: now,
  }
}

/** Whether something of a hand-over is still to be moved. */
export async function hasOpenNfts(db: Db, handOverPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('hand_over_nfts')
    .select('pk')
    .where('hand_over_pk', '=', handOverPk)
    .where('state', 'in', ['found', 'entered'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets failed NFTs be tried again, each by a new transfer. @returns how many */
export async function requeueFailed(trx: Db, handOverPk: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('hand_over_nfts')
    .set({ state: 'found', transfer_pk: null, error_message: null, tries: sql<number>`tries + 1` })
    .where('hand_over_pk', '=', handOverPk)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
