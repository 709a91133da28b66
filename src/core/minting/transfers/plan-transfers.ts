import type { ChainClient } from '../../chains/family/family.ts'
import { handOverOfTransfer } from '../../store/journal/hand-overs/ceilings.ts'
import { lastFunded, setWants } from '../../store/journal/transfers/funding.ts'
import { isMoving, type TransferRow } from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { hearOthers } from '../hear-others.ts'
import { goesOn, type Planned, withinCeiling } from '../planned.ts'
import { priceNow } from '../transactions/fees.ts'
import type { Round } from '../transactions/round.ts'
import { signWork } from '../transactions/sign.ts'
import { judgeRefusal, type StaleTrees } from '../transactions/token-refusals.ts'
import { transferWork } from '../work.ts'
import { endTransferNow } from './end-transfer.ts'

/**
 * The treasury's part of transfers: it sends those that holders only sign, and brings coin to the wallets that send their own. They are
 * few beside mints and do not wait for them.
 * @param transfers `wanting`: those whose wallets want coin, none of which is on its way
 * @returns whether the round goes on
 */
export async function planTransfers(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  transfers: { waiting: readonly TransferRow[]; wanting: readonly TransferRow[] },
  planned: Planned,
): Promise<boolean> {
  const steps = [
    ...transfers.waiting.map((transfer) => () => sendTransfer(context, stale, round, transfer, planned)),
    ...transfers.wanting.map((transfer) => () => fund(context, round, transfer, planned)),
  ]
  for (const step of steps) {
    try {
      if (!(await step())) return false
    } catch (error) {
      // One that cannot go on does not hold up the others.
      planned.fault ??= { error }
    }
  }
  return true
}

/** Ours: how often what is refused is prepared anew in one round, the journal knowing more each time. */
const triesAtMost = 3

/** Signs a transfer of the treasury's; one that is refused is judged, and ends where that is final. @returns whether the round goes on */
export async function sendTransfer(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  row: TransferRow,
  planned: Planned,
): Promise<boolean> {
  const { deps } = context
  for (let tries = 1; ; tries++) {
    const work = await transferWork(context, row)
    // A token that is told by what it is now takes one change at a time.
    if (work.own && row.mint_pk !== null && (await isMoving(deps.db, row.mint_pk))) return true
    const ceiling = await payable(context, round, row, planned)
    if (ceiling === undefined) return true
    const carried = { purpose: 'transfer', collection: null, transferPk: row.pk, ceiling } as const
    const signed = await signWork(context, round, work, carried)
    if (signed.kind !== 'refused') return goesOn(signed, planned)
    // A database that was restored from a copy may ask again for what the chain has done, or is about to.
    if (round.unsettled) {
      planned.unsettled = true
      return true
    }
    const verdict = await judgeRefusal(context, stale, work, { transferPk: row.pk }, signed.refusal.outcome)
    if (verdict.kind === 'again' && tries < triesAtMost) continue
    if (verdict.kind === 'over') await endTransferNow(context, row.pk, verdict)
    else planned.waitMs = Math.min(planned.waitMs ?? deps.timing.pollMs, deps.timing.pollMs)
    return true
  }
}

/** The most that is paid for a transfer's transactions; undefined where its hand-over waits for lower fees, which is noted. */
export async function payable(
  { deps }: QueueContext,
  { fees }: Round,
  row: TransferRow,
  planned: Planned,
): Promise<bigint | null | undefined> {
  const handOver = row.hand_over_pk === null ? null : await handOverOfTransfer(deps.db, row.pk)
  if (!handOver) return null
  return withinCeiling([handOver], priceNow(fees), planned)[0]?.ceiling
}

/**
 * Whether a wallet lacks coin by the word of two RPCs, where the list has several: one that says so again and again would have it sent again and
 * again. One that has not seen the last coin arrive says nothing.
 */
async function lackIsAgreed(
  client: ChainClient,
  { signer, wants, arrived }: { signer: string; wants: bigint; arrived: number },
  planned: Planned,
): Promise<boolean> {
  const heard = await hearOthers<'it', 'lacks' | 'has'>(
    client,
    new Map([['it', 'lacks']]),
    (word) => word,
    async (other) => {
      const [head, balance] = await Promise.all([other.head(), other.balance(signer)])
      return new Map(head.number < arrived ? [] : [['it', balance < wants ? 'lacks' : 'has']])
    },
  )
  const result = heard.get('it')
  if (result?.kind === 'doubt') planned.doubt ??= result.doubt
  return result?.kind === 'agreed' && result.own
}

/** Brings a wallet what it lacks of what it wants, once: what is on its way, and what it has, is counted. */
async function fund(context: QueueContext, round: Round, row: TransferRow, planned: Planned): Promise<boolean> {
  const { deps, client, queue, wake } = context
  // Another copy of the database may have sent the coin.
  if (round.unsettled) {
    planned.unsettled = true
    return true
  }
  const later = (): true => {
    planned.waitMs = Math.min(planned.waitMs ?? deps.timing.pollMs, deps.timing.pollMs)
    return true
  }
  // A node that has not seen the last coin arrive would have it sent again.
  const arrived = await lastFunded(deps.db, { network: queue.network, signer: row.signer })
  if (round.head.number < arrived) return later()
  const wants = BigInt(row.wants ?? '0')
  const lacking = wants - (await client.balance(row.signer))
  if (lacking <= 0n) {
    await setWants(deps.db, row.pk, null)
    wake(row.signer)
    return true
  }
  if (!(await lackIsAgreed(client, { signer: row.signer, wants, arrived }, planned))) return later()
  const ceiling = await payable(context, round, row, planned)
  if (ceiling === undefined) return true
  const signed = await signWork(
    context,
    round,
    { kind: 'fund', account: row.signer, amount: lacking.toString() },
    { purpose: 'fund', collection: null, transferPk: row.pk, ceiling },
  )
  if (signed.kind !== 'refused') return goesOn(signed, planned)
  const { outcome } = signed.refusal
  const why = outcome.kind === 'failed' ? outcome.message : 'The network refused it.'
  await endTransferNow(context, row.pk, {
    reason: { code: 'transfer.fund', message: `The wallet cannot be given coin for the transaction. ${why}` },
  })
  wake(row.signer)
  return true
}
