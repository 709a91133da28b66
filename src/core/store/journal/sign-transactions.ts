import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { most } from '../../../shared/bigint.ts'
import { type BrokenCap, costAtMost } from '../../journal/caps.ts'
import { batchMoves } from '../../journal/states.ts'
import type { TransactionPurpose } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import type { QueueKey, TransactionRow } from './signer-queue.ts'
import { OverCap, openBudget, runsOfBatchPks, type Spender } from './spending.ts'
import { listed } from './states-sql.ts'
import { takeRefused } from './transfers/refused.ts'
import { takeTransfer } from './transfers/transfers.ts'
import { takeWithdrawal } from './withdrawals.ts'

export interface SignedTransaction extends QueueKey {
  sequence: number
  purpose: TransactionPurpose
  collectionPk: number | null
  batchPk: number | null
  actionPk: number | null
  transferPk: number | null
  /** The withdrawal's key and the amount that it sends, where this is one. */
  withdrawal?: { pk: number; sent: string } | undefined
  /** The run that pays, where that is not the batch's run. */
  runId: string | null
  call: string
  hash: string
  raw: Buffer
  maxFee: bigint
  priorityFee: bigint
  validUntil?: number | undefined
}

/** Thrown inside a commit when the work to be signed was cancelled or paused meanwhile. */
export class NoLongerWanted extends Error {}

/** Keys of a transaction that is on disk, and of its signed bytes. */
export interface Committed {
  transactionPk: number
  attemptPk: number
}

/**
 * Puts signed transactions on disk with the batches or actions they carry and the sequences they take, all of them in one SQLite
 * transaction. After this, and only after this, their bytes may leave the machine.
 * @param spender whose caps hold; null: none do
 * @throws NoLongerWanted when a batch or action is not waiting for a transaction any more, OverCap when they would go over a cap: then none
 * of them is on disk.
 */
export async function commitSigned(
  db: Kysely<Database>,
  spender: Spender | null,
  signed: readonly SignedTransaction[],
  now: number,
): Promise<Committed[]> {
  return db.transaction().execute(async (trx) => {
    await keepWithinCaps(trx, spender, signed, now)
    const committed: Committed[] = []
    for (const one of signed) committed.push(await insertSigned(trx, one, now))
    return committed
  })
}

/** The last check: the signer queue checked the caps before it signed, and a person may have lowered one since. */
async function keepWithinCaps(
  trx: Transaction<Database>,
  spender: Spender | null,
  signed: readonly SignedTransaction[],
  now: number,
): Promise<void> {
  const [first] = signed
  if (!first || spender === null) return
  const ofBatches = await runsOfBatchPks(
    trx,
    signed.flatMap(({ batchPk }) => batchPk ?? []),
  )
  const payers = signed.map(({ runId, batchPk }) => runId ?? ofBatches.get(batchPk ?? 0) ?? null)
  const budget = await openBudget(trx, first, spender, { runs: payers.flatMap((run) => run ?? []), now })
  for (const [place, { purpose, call, maxFee }] of signed.entries()) {
    // Withdrawals do not count as spending.
    if (purpose === 'withdraw') continue
    const broken = budget?.take(
      costAtMost(JSON.parse(call) as Parameters<typeof costAtMost>[0], maxFee),
      payers[place] ?? null,
    )
    if (broken) throw new OverCap(broken)
  }
}

const insertTransaction = `
  insert into transactions (network, signer, sequence, purpose, collection_pk, batch_pk, action_pk, transfer_pk, withdrawal_pk, run_id, call, state, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'signed', ?) returning pk`

const signBatch = `
  update batches set state = '${batchMoves.sign.to}', transaction_pk = ? where pk = ? and state in (${listed(batchMoves.sign.from)})
    and (run_id is null or exists (select 1 from runs where runs.id = run_id and runs.state = 'running'))`

async function insertSigned(trx: Transaction<Database>, signed: SignedTransaction, now: number): Promise<Committed> {
  const { collectionPk, batchPk, actionPk, transferPk } = signed
  const of = [
    signed.network,
    signed.signer,
    signed.sequence,
    signed.purpose,
    collectionPk,
    batchPk,
    actionPk,
    transferPk,
    signed.withdrawal?.pk ?? null,
    signed.runId,
  ]
  const pk = await inserted(trx, insertTransaction, [...of, signed.call, now])
  const attemptPk = await insertAttempt(trx, pk, signed, false, now)
  if (batchPk !== null) {
    const taken = await trx.executeQuery(CompiledQuery.raw(signBatch, [pk, batchPk]))
    if (taken.numAffectedRows !== 1n) throw new NoLongerWanted()
  }
  if (signed.actionPk !== null) {
    const taken = await trx
      .updateTable('actions')
      .set({ transaction_pk: pk })
      .where('pk', '=', signed.actionPk)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (taken.numUpdatedRows !== 1n) throw new NoLongerWanted()
  }
  if (transferPk !== null) {
    const taken =
      signed.purpose === 'revoke'
        ? await takeRefused(trx, transferPk, pk)
        : await takeTransfer(trx, transferPk, signed.purpose, pk)
    if (!taken) throw new NoLongerWanted()
  }
  const { withdrawal } = signed
  if (withdrawal && !(await takeWithdrawal(trx, withdrawal.pk, pk, withdrawal.sent))) throw new NoLongerWanted()
  return { transactionPk: pk, attemptPk }
}

/**
 * Adds another attempt of a transaction at its sequence: the same call with a higher fee, or with `fill` an empty one.
 * @param cost what the attempt may cost at most
 * @throws OverCap when that is more than its other attempts may cost, and goes over a cap
 */
export async function commitAttempt(
  db: Kysely<Database>,
  spender: Spender | null,
  transaction: TransactionRow,
  attempt: Pick<SignedTransaction, 'hash' | 'raw' | 'maxFee' | 'priorityFee'>,
  { cost, fill, now }: { cost: bigint; fill: boolean; now: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const broken = await overCap(trx, spender, transaction, cost, now)
    if (broken) throw new OverCap(broken)
    await insertAttempt(trx, transaction.pk, attempt, fill, now)
  })
}

/** The cap that another attempt of a transaction would go over; null: none, or the attempt costs no more than the others may. */
export async function overCap(
  db: Kysely<Database> | Transaction<Database>,
  spender: Spender | null,
  transaction: TransactionRow,
  cost: bigint,
  now: number,
): Promise<BrokenCap | null> {
  const { pk, run_id, batch_pk, call } = transaction
  if (transaction.purpose === 'withdraw') return null
  const run = run_id ?? (await runsOfBatchPks(db, batch_pk === null ? [] : [batch_pk])).get(batch_pk ?? 0) ?? null
  const budget = await openBudget(db, transaction, spender, { runs: run === null ? [] : [run], now, except: pk })
  if (budget === null) return null
  const fees = await db.selectFrom('attempts').select('max_fee').where('transaction_pk', '=', pk).execute()
  const same = JSON.parse(call) as Parameters<typeof costAtMost>[0]
  const before = fees.reduce((sum, { max_fee }) => most(sum, costAtMost(same, BigInt(max_fee))), 0n)
  return cost <= before ? null : budget.take(cost, run)
}

const insertBytes = `
  insert into attempts (transaction_pk, hash, raw, max_fee, priority_fee, created_at, fill, valid_until)
  values (?, ?, ?, ?, ?, ?, ?, ?) returning pk`

function insertAttempt(
  trx: Transaction<Database>,
  transactionPk: number,
  attempt: Pick<SignedTransaction, 'hash' | 'raw' | 'maxFee' | 'priorityFee' | 'validUntil'>,
  fill: boolean,
  now: number,
): Promise<number> {
  const { hash, raw, maxFee, priorityFee, validUntil = null } = attempt
  const fees = [maxFee.toString(), priorityFee.toString()]
  return inserted(trx, insertBytes, [transactionPk, hash, raw, ...fees, now, fill ? 1 : 0, validUntil])
}

async function inserted(trx: Transaction<Database>, statement: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await trx.executeQuery<{ pk: number }>(CompiledQuery.raw(statement, [...values]))
  const [row] = rows
  if (row === undefined) throw new Error('SQLite inserted nothing')
  return row.pk
}
