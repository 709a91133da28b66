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
 * The treasury's part of transfers: it sends those that holders only sign, and sends coin to the wallets that send their own. Both are few compared
 * with mints and do not wait for them.
 * @param transfers `wanting`: those whose wallets need coin, while none is in flight to them
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
      // A transfer that cannot go on does not hold up the others.
      planned.fault ??= { error }
    }
  }
  return true
}

/** Ours: how often refused work is prepared again in one round; the journal knows more each time. */
const triesAtMost = 3

/** Signs a transfer that the treasury sends; a refused one is judged, and ends if the refusal is final. @returns whether the round goes on */
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
    // Such work states the token's present data (`own`), so the token takes one change at a time.
    if (work.own && row.mint_pk !== null && (await isMoving(deps.db, row.mint_pk))) return true
    const ceiling = await payable(context, round, row, planned)
    if (ceiling === undefined) return true
    const carried = { purpose: 'transfer', collection: null, transferPk: row.pk, ceiling } as const
    const signed = await signWork(context, round, work, carried)
    if (signed.kind !== 'refused') return goesOn(signed, planned)
    // A restored database may ask again for a transfer that the chain has made, or is about to make.
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

/** The fee ceiling of a transfer's transactions (null: none); undefined if its hand-over waits for lower fees, which is noted. */
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
 * Whether a wallet lacks coin, as agreed by two RPCs if the list has several: one RPC that keeps reporting a lack would make the treasury send coin
 * again and again. An RPC that has not seen the last coin arrive counts as silent.
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

/** Sends a wallet the coin that it lacks for what it needs, once: its balance, and coin that is in flight to it, are counted. */
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
  // A node that has not seen the last coin arrive would make the treasury send it again.
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
