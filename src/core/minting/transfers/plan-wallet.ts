import { most } from '../../../shared/bigint.ts'
import type { Transfer } from '../../chains/family/work.ts'
import { handOversInWait } from '../../store/journal/hand-overs/waiting.ts'
import type { Reason } from '../../store/journal/reason.ts'
import { openTransactions } from '../../store/journal/signer-queue.ts'
import { setWants } from '../../store/journal/transfers/funding.ts'
import { ownSequences } from '../../store/journal/transfers/signers.ts'
import {
  type TransferRow,
  transferByPk,
  waitingOfHandOvers,
  waitingTransfers,
} from '../../store/journal/transfers/transfers.ts'
import type { QueueContext } from '../deps.ts'
import { openRound } from '../open-round.ts'
import type { PlanMemory } from '../plan-memory.ts'
import { nothingPlanned, type Planned, withinCeiling } from '../planned.ts'
import { refusedByStranger } from '../transactions/effects.ts'
import { balanceOf, costsUnderWay } from '../transactions/fee-bump.ts'
import { priceNow } from '../transactions/fees.ts'
import { fillNonceGap } from '../transactions/nonce-gap.ts'
import type { Observed } from '../transactions/observed.ts'
import type { Round } from '../transactions/round.ts'
import { signWork } from '../transactions/sign.ts'
import { transferWork } from '../work.ts'
import { endTransferNow } from './end-transfer.ts'

/**
 * Signs the next transfer of a wallet that sends its own, once the one before is settled. If the wallet lacks coin, it asks the treasury for it, and
 * the transfer waits until the coin is there with all confirmations.
 */
export async function planWallet(
  context: QueueContext,
  memory: Pick<PlanMemory, 'externalUse' | 'held'>,
  observed: Observed,
): Promise<Planned> {
  const { deps, queue } = context
  const planned = nothingPlanned()
  if (observed.missing !== null || observed.trouble?.kind === 'insufficient-funds')
    await wantMore(context, observed.missing ?? 0n)
  if ((await openTransactions(deps.db, queue)).length > 0) return planned
  const { next, ceiling, held } = await nextTransfer(context, planned)
  const treasury = context.client.treasury(context.project.index)
  const patient = deps.timing.pollMs * patientObservations
  // The treasury's queue reports which hand-overs wait for lower fees.
  if (held && !memory.held) context.wake(treasury)
  memory.held = held
  if (held) planned.waitMs = patient
  if (!next) return planned
  if (next.wants !== null) {
    context.wake(treasury)
    // While the fee is above the ceiling, no coin comes; a transfer behind this one may be sent then.
    if (ceiling !== null) planned.waitMs = patient
    return planned
  }
  const round = await openRound(context, memory)
  if (round.behind) return { ...planned, behind: true }
  // Another copy of the database uses the wallet: what it sent can be read once it is confirmed.
  const { externalUse } = round
  if (externalUse.step === 'fill')
    await fillNonceGap(context, externalUse.count, externalUse.pending > externalUse.count)
  if (round.unsettled || externalUse.behind || externalUse.step === 'fill') return { ...planned, unsettled: true }
  const work = await transferWork(context, next)
  if (await foundOnChain(context, round, next, work)) return { ...planned, waitMs: 0 }
  const carried = { purpose: 'transfer', collection: null, transferPk: next.pk, ceiling } as const
  const signed = await signWork(context, round, work, carried)
  planned.trouble = await round.sending
  planned.signed = round.signed
  if (signed.kind === 'short') await want(context, next.pk, round.funds + signed.missing)
  if (signed.kind === 'refused') {
    const { outcome } = signed.refusal
    await endTransferNow(context, next.pk, { reason: outcome.kind === 'failed' ? outcome : refusedByStranger })
  }
  // It is the next transfer's turn, or this one is tried again.
  if (signed.kind === 'above-ceiling' || (signed.kind === 'short' && ceiling !== null)) planned.waitMs = patient
  else if (signed.kind !== 'signed' && signed.kind !== 'short')
    planned.waitMs = signed.kind === 'full' ? deps.timing.pollMs : 0
  return planned
}

/** Ours: a wallet looks again after so many usual intervals while the fee is above the ceiling of its hand-over. */
const patientObservations = 8

/** What a wallet sends next, and under which ceiling; `held`: the fee is above the ceiling of a hand-over that waits. */
interface Next {
  next: TransferRow | undefined
  ceiling: bigint | null
  held: boolean
}

/** A transfer outside hand-overs goes first; a hand-over that waits for lower fees holds up no other. */
async function nextTransfer({ deps, client, project, queue }: QueueContext, planned: Planned): Promise<Next> {
  const [alone] = await waitingTransfers(deps.db, queue, 1)
  if (alone) return { next: alone, ceiling: null, held: false }
  const all = await handOversInWait(deps.db, project.id, { chain: client.chain, ...queue })
  // Without a ceiling the fee need not be asked for.
  const price = all.some(({ ceiling }) => ceiling !== null) ? priceNow(await client.fees()) : 0n
  const paying = withinCeiling(all, price, planned)
  const pks = paying.map(({ pk }) => pk)
  const [next] = await waitingOfHandOvers(deps.db, queue, pks, 1)
  const ceiling = paying.find(({ pk }) => pk === next?.hand_over_pk)?.ceiling ?? null
  return { next, ceiling, held: paying.length < all.length }
}

/** Ours: so many times a transaction's highest cost is sent to the wallet, so that the fee can be bumped. */
const margin = { times: 3n, of: 2n }

async function want({ deps, client, project, wake }: QueueContext, pk: number, cost: bigint): Promise<void> {
  await setWants(deps.db, pk, (cost * margin.times) / margin.of)
  wake(client.treasury(project.index))
}

/** Asks for more coin: the transaction in flight needs more than the wallet has. */
async function wantMore(context: QueueContext, missing: bigint): Promise<void> {
  const { deps, queue } = context
  const [open] = await openTransactions(deps.db, queue)
  if (!open || open.transfer_pk === null) return
  if ((await transferByPk(deps.db, open.transfer_pk)).wants !== null) return
  const [cost, balance] = [await costsUnderWay(context), await balanceOf(context)]
  await want(context, open.transfer_pk, most(cost, balance + missing))
}

/**
 * Whether a newer copy of the database, or another copy of the app, has made the transfer already: reads the account's transactions that the journal
 * does not know. Without an idempotency key, no other copy knows the transfer before it is accepted, so only later ones are read.
 */
async function foundOnChain(context: QueueContext, round: Round, row: TransferRow, work: Transfer): Promise<boolean> {
  const { deps, client, queue } = context
  // The count from which the next sequence follows: a new answer may come from another node behind the RPC, which lags.
  const { count } = round.externalUse
  const own = await ownSequences(deps.db, queue, count)
  const unknown: number[] = []
  for (let sequence = row.request === row.id ? row.since : 0; sequence < count; sequence++)
    if (!own.has(sequence)) unknown.push(sequence)
  if (unknown.length === 0) return false
  const doneBy = await client.transfers?.madeBy(work, unknown, round.head.number)
  if (doneBy === null) return false
  await endTransferNow(context, row.pk, doneBy === undefined ? { reason: untold(row) } : { reason: null, doneBy })
  return true
}

function untold({ hand_over_pk: handOver }: TransferRow): Reason {
  const then =
    handOver === null
      ? 'then ask again without an Idempotency-Key.'
      : 'and if the NFT is still there, transfer it by itself (API, without an Idempotency-Key).'
  return {
    code: 'transfer.unknown',
    message: `The wallet sent transactions that this database knows nothing of, and the network does not tell any more what they were, so this transfer may have been made before: look at the wallet in a block explorer, ${then}`,
  }
}
