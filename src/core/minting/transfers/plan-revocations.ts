import type { TransferRow } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { goesOn, type Planned } from '../planned.ts'
import { refusedByStranger, whatWasDone } from '../transactions/effects.ts'
import type { Round } from '../transactions/round.ts'
import { signWork } from '../transactions/sign.ts'
import { transferWork } from '../work.ts'
import { afterRevocation } from './after-revocation.ts'
import { endTransferNow } from './end-transfer.ts'
import { payable } from './plan-transfers.ts'

/**
 * Revokes the permissions of transfers that the chain refused: their transactions published these, and the recipient could use one when the same
 * transfer is asked for again.
 * @returns whether the round goes on
 */
export async function planRevocations(
  context: QueueContext,
  round: Round,
  transfers: readonly TransferRow[],
  planned: Planned,
): Promise<boolean> {
  for (const transfer of transfers) {
    try {
      if (!(await revoke(context, round, transfer, planned))) return false
    } catch (error) {
      planned.fault ??= { error }
    }
  }
  return true
}

async function revoke(context: QueueContext, round: Round, row: TransferRow, planned: Planned): Promise<boolean> {
  const { deps } = context
  const ceiling = await payable(context, round, row, planned)
  if (ceiling === undefined) return true
  const work = { kind: 'revoke', transfer: await transferWork(context, row) } as const
  const signed = await signWork(context, round, work, {
    purpose: 'revoke',
    collection: null,
    transferPk: row.pk,
    ceiling,
  })
  if (signed.kind !== 'refused') return goesOn(signed, planned)
  if (round.unsettled) {
    planned.unsettled = true
    return true
  }
  const done = await whatWasDone(context, work, signed.refusal.outcome)
  if (done?.kind === 'later') planned.waitMs = Math.min(planned.waitMs ?? deps.timing.pollMs, deps.timing.pollMs)
  else
    await endTransferNow(context, row.pk, await afterRevocation(deps.db, row.pk, done ?? { reason: refusedByStranger }))
  return true
}
