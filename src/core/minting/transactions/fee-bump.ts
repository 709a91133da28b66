import { type BrokenCap, costAtMost } from '../../journal/caps.ts'
import type { CeilingOf } from '../../store/journal/hand-overs/ceilings.ts'
import { ceilingOf, unpaidCalls } from '../../store/journal/money.ts'
import { commitAttempt, overCap } from '../../store/journal/sign-transactions.ts'
import { type AttemptRow, attemptsOf, type TransactionRow } from '../../store/journal/signer-queue.ts'
import { type QueueContext, spenderOf } from '../deps.ts'
import { callOf } from '../work.ts'
import { bumped, priceNow } from './fees.ts'

export type FeeBump =
  | { kind: 'attempt'; attempt: AttemptRow }
  /** The fee is high enough already: the same bytes go out again. */
  | { kind: 'enough' }
  /** No higher fee is allowed: it waits until the network asks less. */
  | { kind: 'ceiling'; price: bigint; of: CeilingOf }
  /** The signer lacks `missing` for a higher fee, smallest unit. */
  | { kind: 'short'; missing: bigint }
  /** It would go over a spending cap: it waits with the fee that it has. */
  | { kind: 'capped'; cap: BrokenCap }

/**
 * Signs another attempt with a higher fee for the same call at the same sequence; with `fill`, for an empty call. It is on disk before it is sent.
 * The fee never exceeds the ceiling of the run, a spending cap, or what the signer can pay together with everything under way.
 */
export async function bumpFee(
  context: QueueContext,
  transaction: TransactionRow,
  last: AttemptRow,
  fill: boolean,
): Promise<FeeBump> {
  const { deps, client, project } = context
  const old = { max: BigInt(last.max_fee), priority: BigInt(last.priority_fee) }
  const fees = await client.fees()
  const of = await ceilingOf(deps.db, transaction)
  const bump = bumped(old, fees, of?.ceiling ?? null)
  if (bump === 'enough' && !fill) return { kind: 'enough' }
  if (bump === 'ceiling' && !fill && of) return { kind: 'ceiling', price: priceNow(fees), of }
  // A transaction that the network refused for good is in no mempool, so its replacement needs no higher fee.
  const fee = typeof bump === 'string' ? (of ? capped(fees.expected, of.ceiling) : fees.expected) : bump
  const empty = fill || last.fill === 1
  const call = empty ? await client.prepare({ kind: 'fill', owner: context.owner }, project.index) : callOf(transaction)
  const others = await costsUnderWay(context, transaction.pk)
  const missing = others + costAtMost(call, fee.max) - (await balanceOf(context))
  if (missing > 0n) return { kind: 'short', missing }
  const cost = costAtMost(call, fee.max)
  const broken = await overCap(deps.db, spenderOf(context), transaction, cost, deps.clock())
  if (broken) return { kind: 'capped', cap: broken }
  const signed = await client.sign(call, project.index, transaction.sequence, fee)
  deps.point('before bump')
  await commitAttempt(
    deps.db,
    spenderOf(context),
    transaction,
    { hash: signed.hash, raw: Buffer.from(signed.raw.slice(2), 'hex'), maxFee: fee.max, priorityFee: fee.priority },
    { cost, fill: empty, now: deps.clock() },
  )
  deps.point('after bump')
  const attempt = (await attemptsOf(deps.db, [transaction.pk])).at(-1)
  if (!attempt) throw new Error(`transaction ${transaction.pk} has no signed bytes`)
  return { kind: 'attempt', attempt }
}

function capped(fee: { max: bigint; priority: bigint }, ceiling: bigint): { max: bigint; priority: bigint } {
  if (fee.max <= ceiling) return fee
  return { ...fee, max: ceiling, priority: fee.priority > ceiling ? ceiling : fee.priority }
}

/** What the signer can spend; a practice network's treasury is filled first. */
export async function balanceOf({ client, queue, owner }: QueueContext): Promise<bigint> {
  if (client.faucet && owner === null) await client.faucet(queue.signer)
  const [balance, kept] = await Promise.all([client.balance(queue.signer), client.kept?.() ?? 0n])
  return balance - kept
}

/** The most that signed transactions in no block may cost; those in a block are paid. */
export async function costsUnderWay({ deps, queue }: QueueContext, except?: number): Promise<bigint> {
  const calls = await unpaidCalls(deps.db, queue)
  return calls.reduce(
    (sum, { pk, call, maxFee }) =>
      pk === except ? sum : sum + costAtMost(JSON.parse(call) as Parameters<typeof costAtMost>[0], maxFee),
    0n,
  )
}
