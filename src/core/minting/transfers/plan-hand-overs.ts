import type { WaitingHandOver } from '../../store/journal/hand-overs/waiting.ts'
import { isMoving, type TransferRow, waitingOfHandOvers } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { noteCap, type Planned } from '../planned.ts'
import type { Round } from '../transactions/round.ts'
import { signWorks, type Wanted } from '../transactions/sign.ts'
import type { StaleTrees } from '../transactions/token-refusals.ts'
import { transferWork } from '../work.ts'
import { sendTransfer } from './plan-transfers.ts'

/** Ours: transfers that are simulated side by side and stored in one commit; a forced commit takes longer than a signature. */
const together = 16

/**
 * Signs the treasury's transfers of hand-overs, which are many, in pieces like mints. While mints wait too, the transfers take at most half of the
 * room in flight. What holds them up is left to the next round, and holds up nothing else in this one.
 * @param moved `handOvers`: those whose ceiling allows the present fee; `beside`: mints wait too
 */
export async function planHandOvers(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  { handOvers, beside }: { handOvers: readonly WaitingHandOver[]; beside: boolean },
  planned: Planned,
): Promise<void> {
  const room = Math.max(1, beside ? Math.floor(round.room.transactions / 2) : round.room.transactions)
  const ceilings = new Map(handOvers.map(({ pk, ceiling }) => [pk, ceiling]))
  const waiting = await waitingOfHandOvers(context.deps.db, context.queue, [...ceilings.keys()], room)
  for (let from = 0; from < waiting.length; from += together) {
    const rows = waiting.slice(from, from + together)
    try {
      if (!(await sendTogether(context, stale, round, { rows, ceilings }, planned))) return
    } catch (error) {
      planned.fault ??= { error }
    }
  }
}

/** @returns whether there is room for more */
async function sendTogether(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  { rows, ceilings }: { rows: readonly TransferRow[]; ceilings: ReadonlyMap<number, bigint | null> },
  planned: Planned,
): Promise<boolean> {
  const { deps, client } = context
  const kept: TransferRow[] = []
  const wanted: Wanted[] = []
  for (const row of rows) {
    const work = await transferWork(context, row)
    // Such work states the token's present data (`own`), so the token takes one change at a time.
    if (work.own && row.mint_pk !== null && (await isMoving(deps.db, row.mint_pk))) continue
    kept.push(row)
    const ceiling = ceilings.get(row.hand_over_pk ?? 0) ?? null
    wanted.push({ work, carried: { purpose: 'transfer', collection: null, transferPk: row.pk, ceiling } })
  }
  if (wanted.length === 0) return true
  const signed = await signWorks(context, round, wanted)
  for (const [place, one] of signed.entries()) {
    const row = kept[place]
    if (!row || one.kind === 'signed' || one.kind === 'gone') continue
    if (one.kind === 'refused') {
      // Prepared again alone, since another transfer of the piece may have caused the refusal; judged if it is refused again.
      if (!(await sendTransfer(context, stale, round, row, planned))) return false
      continue
    }
    if (one.kind === 'short') planned.missing = one.missing
    if (one.kind === 'capped') noteCap(one.cap, planned)
    if (one.kind === 'full')
      planned.waitMs = Math.min(planned.waitMs ?? client.pollMs ?? deps.timing.pollMs, deps.timing.pollMs)
    return false
  }
  return signed.length === wanted.length
}
