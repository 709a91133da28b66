import { type Kysely, sql, type Transaction } from 'kysely'
import { actionMoves, openStates, settledStates, transactionMoves } from '../journal/states.ts'
import { type CollectionSettings, followChanges } from './collection-settings.ts'
import type { LaneKey, TransactionRow } from './lane.ts'
import type { Database } from './schema.ts'
import type { Reason } from './settle-transaction.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A transaction that the journal says changed settings of a collection, or an NFT, or moved one, and where it was settled. */
export interface MadeChange {
  pk: number
  sequence: number
  block: { number: number; hash: string }
}

/** The changes that a lane made below a sequence (all, where there is none), the highest first. */
export async function madeChanges(db: Db, lane: LaneKey, below: number | null, limit: number): Promise<MadeChange[]> {
  // Says what the index of changes holds, so that SQLite uses it.
  const { rows } = await sql<{ pk: number; sequence: number; number: number; hash: string }>`
    select pk, sequence, block_number as number, block_hash as hash from transactions
    where network = ${lane.network} and signer = ${lane.signer} and sequence < ${below ?? Number.MAX_SAFE_INTEGER}
      and state = ${sql.lit(transactionMoves.succeed.to)} and purpose in ('update', 'burn', 'transfer') and block_number is not null
    order by sequence desc limit ${limit}`.execute(db)
  return rows.map(({ pk, sequence, number, hash }) => ({ pk, sequence, block: { number, hash } }))
}

/** Transactions by their keys, in the order of their sequences. */
export function transactionsByPk(db: Db, pks: readonly number[]): Promise<TransactionRow[]> {
  return db.selectFrom('transactions').selectAll().where('pk', 'in', pks).orderBy('sequence').execute()
}

/** Collections of which these transactions changed settings: their keys. */
export async function collectionsChangedBy(db: Db, transactionPks: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('actions')
    .select('collection_pk')
    .distinct()
    .where('kind', '=', 'collections.update')
    .where('pk', 'in', (eb) =>
      eb
        .selectFrom('transactions')
        .select((one) => one.ref('action_pk').$castTo<number>().as('pk'))
        .where('pk', 'in', transactionPks)
        .where('action_pk', 'is not', null),
    )
    .execute()
  return rows.map(({ collection_pk: pk }) => pk)
}

/** Where a change stands now that a network which had lost it has it again. */
export interface ChangePlace {
  pk: number
  hash: string
  blockNumber: number
  blockHash: string
}

/** What became of changes that a network which fell back does not have where they were settled. */
export interface ChangesFound {
  /** They are there again. */
  stand: readonly ChangePlace[]
  /** They went out again, and were refused; they have their sequences still. */
  refused: readonly (ChangePlace & { reason: Reason })[]
  /** Something else has their sequences: they do not go out again. */
  lost: readonly { pk: number; reason: Reason }[]
  /** By key of each collection of which a change is refused or lost: what its contract says now. */
  settings: ReadonlyMap<number, CollectionSettings>
}

/**
 * Writes down, in one SQLite transaction, what became of changes: of those that are not on the chain any more, the actions and transfers have
 * failed.
 * @returns the keys of these actions and transfers
 */
export function settleChanges(
  db: Kysely<Database>,
  { stand, refused, lost, settings }: ChangesFound,
  now: number,
): Promise<{ actions: number[]; transfers: number[] }> {
  return db.transaction().execute(async (trx) => {
    for (const one of stand) await placeAnew(trx, one)
    for (const one of refused) {
      await placeAnew(trx, one)
      const { code, message } = one.reason
      await trx
        .updateTable('transactions')
        .set({ state: transactionMoves.undo.to, error_code: code, error_message: message, settled_at: now })
        .where('pk', '=', one.pk)
        .where('state', 'in', transactionMoves.undo.from)
        .execute()
    }
    for (const { pk } of lost)
      await trx
        .updateTable('transactions')
        .set({ state: transactionMoves.lose.to, settled_at: now })
        .where('pk', '=', pk)
        .where('state', 'in', transactionMoves.lose.from)
        .execute()
    const ended: { actions: number[]; transfers: number[] } = { actions: [], transfers: [] }
    for (const { pk, reason } of [...refused, ...lost])
      for (const table of ['actions', 'transfers'] as const) {
        const rows = await trx
          .updateTable(table)
          .set(failedFor(reason, now))
          .where('pk', 'in', (eb) => eb.selectFrom('transactions').select(of[table]).where('pk', '=', pk))
          .where('transaction_pk', '=', pk)
          .where('status', 'in', actionMoves.lose.from)
          .returning('pk')
          .execute()
        ended[table].push(...rows.map((row) => row.pk))
      }
    for (const [pk, settled] of settings) {
      await trx
        .updateTable('collections')
        .set({ settled: JSON.stringify(settled) })
        .where('pk', '=', pk)
        .execute()
      await followChanges(trx, pk, null)
    }
    return ended
  })
}

/** A signed change of an NFT, and where that NFT was minted. */
export interface ChangeOfNft {
  pk: number
  sequence: number
  batchPk: number
  jobId: string
  /** Its batch's first token; of semi-fungible collections the batch's number. */
  firstTokenId: number
  contract: string
  copies: boolean
  /** The sequence that minted it, of the treasury. */
  mintedAt: number
}

/** Changes and moves of NFTs that batches of the journal minted, at these sequences of a lane. */
export async function changesOfNfts(db: Db, lane: LaneKey, from: number, to: number): Promise<ChangeOfNft[]> {
  const { rows } = await sql<Omit<ChangeOfNft, 'copies'> & { copies: number }>`
    select made.pk, made.sequence, batches.pk as batchPk, batches.job_id as jobId, batches.first_token_id as firstTokenId,
      collections.contract_address as contract, collections.fungibility = 'semi-fungible' as copies, minting.sequence as mintedAt
    from transactions as made
      left join actions on actions.pk = made.action_pk
      left join transfers on transfers.pk = made.transfer_pk
      join members on members.mint_pk = coalesce(actions.mint_pk, transfers.mint_pk)
      join batches on batches.pk = members.batch_pk
      join transactions as minting on minting.pk = batches.transaction_pk
      join collections on collections.pk = batches.collection_pk
    where made.network = ${lane.network} and made.signer = ${lane.signer} and made.sequence between ${from} and ${to}
      and made.state in (${sql.raw(listed([...openStates, transactionMoves.succeed.to]))}) and made.state <> 'dead'
      and made.purpose in ('update', 'burn', 'transfer') and batches.first_token_id is not null and collections.contract_address is not null
    order by made.sequence`.execute(db)
  return rows.map(({ copies, ...row }) => ({ ...row, copies: copies === 1 }))
}

/**
 * Changes that are not to go out (again): their transactions are dead, and their actions and transfers have failed.
 * @returns the keys of these actions and transfers
 */
export function dropChanges(
  db: Kysely<Database>,
  transactionPks: readonly number[],
  reason: Reason,
  now: number,
): Promise<{ actions: number[]; transfers: number[] }> {
  return db.transaction().execute(async (trx) => {
    const { reorganise, die, lose } = transactionMoves
    for (const { from, to } of [reorganise, die, lose])
      await trx
        .updateTable('transactions')
        .set({ state: to, settled_at: to === 'dead' ? now : null })
        .where('pk', 'in', transactionPks)
        .where('state', 'in', from)
        .execute()
    const ended = []
    for (const table of ['actions', 'transfers'] as const)
      ended.push(
        await trx
          .updateTable(table)
          .set(failedFor(reason, now))
          .where('transaction_pk', 'in', transactionPks)
          .where('status', 'in', [...actionMoves.fail.from, ...actionMoves.lose.from])
          .returning('pk')
          .execute(),
      )
    const [actions = [], transfers = []] = ended.map((rows) => rows.map(({ pk }) => pk))
    return { actions, transfers }
  })
}

/** The last transaction of a lane below a sequence that is settled: hashes of its attempts, and its block. */
export async function settledBelow(
  db: Db,
  lane: LaneKey,
  sequence: number,
): Promise<{ hashes: string[]; block: { number: number; hash: string } | null } | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['pk', 'block_number', 'block_hash'])
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('state', 'in', settledStates)
    // Says what the index of sequences holds, so that SQLite uses it.
    .where('state', '<>', 'dead')
    .where('sequence', '<', sequence)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { pk, block_number: number, block_hash: hash } = row
  const attempts = await db.selectFrom('attempts').select('hash').where('transaction_pk', '=', pk).execute()
  return {
    hashes: attempts.map((attempt) => attempt.hash),
    block: number === null || hash === null ? null : { number, hash },
  }
}

/** The column of a transaction that names whose it is. */
const of = { actions: 'action_pk', transfers: 'transfer_pk' } as const

function failedFor({ code, message }: Reason, now: number) {
  return { status: actionMoves.lose.to, error_code: code, error_message: message, completed_at: now }
}

async function placeAnew(trx: Transaction<Database>, { pk, hash, blockNumber, blockHash }: ChangePlace): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ tx_hash: hash, block_number: blockNumber, block_hash: blockHash })
    .where('pk', '=', pk)
    .execute()
}
