import type { Work } from '../../chains/family/work.ts'
import { costAtMost } from '../../journal/caps.ts'
import type { Reason } from '../../store/journal/reason.ts'
import { ownSequences } from '../../store/journal/transfers/signers.ts'
import { endWithdrawal, type WithdrawalRow } from '../../store/journal/withdrawals.ts'
import type { QueueContext } from '../deps.ts'
import { goesOn, type Planned } from '../planned.ts'
import type { Round } from '../transactions/round.ts'
import { signWork } from '../transactions/sign.ts'

/**
 * Signs what a person withdraws from the fee balance, before all other waiting work.
 * @returns whether the round goes on
 */
export async function planWithdrawals(
  context: QueueContext,
  round: Round,
  waiting: readonly WithdrawalRow[],
  planned: Planned,
): Promise<boolean> {
  for (const row of waiting) {
    try {
      if (!(await withdraw(context, round, row, planned))) return false
    } catch (error) {
      // A withdrawal that cannot go on does not hold up other work.
      planned.fault ??= { error }
    }
  }
  return true
}

async function withdraw(context: QueueContext, round: Round, row: WithdrawalRow, planned: Planned): Promise<boolean> {
  const { client } = context
  // Another copy of the database may have sent it.
  if (round.unsettled) {
    planned.unsettled = true
    return true
  }
  if (await usedByOthers(context, round, row)) return await end(context, row, elsewhere)
  const least = (await client.kept?.()) ?? 1n
  const sent = row.amount === null ? await allLessFee(context, round, row, least) : BigInt(row.amount)
  if (sent < least) return await end(context, row, short)
  const work: Work = { kind: 'fund', account: row.recipient, amount: sent.toString() }
  const carried = { purpose: 'withdraw', collection: null, withdrawal: { pk: row.pk, sent: sent.toString() } } as const
  const signed = await signWork(context, round, work, carried)
  // It does not wait for coin: what arrives would be sent away at once.
  if (signed.kind === 'short') return await end(context, row, short)
  if (signed.kind !== 'refused') return goesOn(signed, planned)
  const { outcome } = signed.refusal
  const why = outcome.kind === 'failed' ? outcome.message : 'The network refused it.'
  return await end(context, row, { code: 'withdrawal.refused', message: `Nothing was sent. ${why}` })
}

/**
 * Whether the account sent transactions unknown to this journal since the withdrawal was asked for: one may be the withdrawal. Reads up to the count
 * from which the next sequence follows: a new answer may come from a node behind the RPC that lags, and transactions after it would be missed.
 */
async function usedByOthers({ deps, client, queue }: QueueContext, round: Round, row: WithdrawalRow): Promise<boolean> {
  if (!client.family.sequences) return false
  const { count } = round.externalUse
  const own = await ownSequences(deps.db, queue, count)
  for (let sequence = row.since; sequence < count; sequence++) if (!own.has(sequence)) return true
  return false
}

/** The balance less the highest fee that may be paid; what the fee does not use stays in the account. */
async function allLessFee(
  { client, project }: QueueContext,
  { funds, fees }: Round,
  { recipient }: WithdrawalRow,
  least: bigint,
): Promise<bigint> {
  if (funds <= least) return 0n
  const call = await client.prepare({ kind: 'fund', account: recipient, amount: least.toString() }, project.index)
  return funds - (costAtMost(call, fees.high.max) - BigInt(call.value))
}

async function end({ deps }: QueueContext, row: WithdrawalRow, reason: Reason): Promise<boolean> {
  await endWithdrawal(deps.db, row.pk, reason, deps.clock(), true)
  return true
}

const short: Reason = {
  code: 'withdrawal.short',
  message:
    'The fee balance does not hold that much beside the fee any more: other work was paid from it meanwhile. Nothing was sent; withdraw less, or all.',
}

const elsewhere: Reason = {
  code: 'withdrawal.unknown',
  message:
    'The account of the fee balance sent transactions that this database knows nothing of, so this withdrawal may have been made before: look at the account in a block explorer, then withdraw again. Nothing was sent from here.',
}
