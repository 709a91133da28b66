import { type Kysely, sql, type Transaction } from 'kysely'
import { actionMoves, openStates, settledStates, transactionMoves } from '../journal/states.ts'
import type { LaneKey } from './lane.ts'
import { failedFor } from './lost-changes.ts'
import type { Database } from './schema.ts'
import type { Reason } from './settle-transaction.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

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
