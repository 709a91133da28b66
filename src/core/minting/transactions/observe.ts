import { nextStep, patience, transactionFacts } from '../../journal/steps.ts'
import { markIncluded, markReorganised } from '../../store/journal/sent-transactions.ts'
import { type AttemptRow, attemptsOf, openTransactions, type TransactionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { lookForTakenBack } from '../reconcile/taken-back.ts'
import {
  type ChainObservation,
  type Inclusion,
  observeChain,
  type Placed,
  type Scan,
  withReceipts,
} from './chain-observation.ts'
import { bumpFee } from './fee-bump.ts'
import { deadForCertain, giveUpSequence } from './give-up.ts'
import type { Observed } from './observed.ts'
import { type Send, sendAll } from './send.ts'
import { settleAll } from './settle-confirmed.ts'

/** Observes the chain for everything open in the signer queue and takes each transaction's next step. */
export async function observe(context: QueueContext, scan: Scan): Promise<Observed> {
  const { deps, client, queue } = context
  const open = await openTransactions(deps.db, queue)
  const observed: Observed = {
    open: open.length,
    batches: [],
    suspect: [],
    back: null,
    count: 0,
    lowest: 0,
    trouble: null,
    missing: null,
    doubt: null,
    fault: null,
    stuck: null,
    capped: null,
  }
  const [first] = open
  if (!first) return observed
  const attempts = groupBy(
    await attemptsOf(
      deps.db,
      open.map(({ pk }) => pk),
    ),
    ({ transaction_pk }) => transaction_pk,
  )
  const observation = await observeChain(context, scan, open, attempts)
  observed.count = observation.count
  observed.lowest = first.sequence
  const sends: Send[] = []
  const resend = ({ pk: transactionPk, sequence }: TransactionRow, { pk: attemptPk, hash, raw }: AttemptRow) =>
    sends.push({ transactionPk, attemptPk, sequence, hash, raw })
  const seen: { transactionPk: number; at: Inclusion }[] = []
  const confirmed: Placed[] = []
  const { headsPerBlock = 1 } = client
  const limits = {
    resendAfter: client.expiry?.resendAfter ?? patience.resendAfter * headsPerBlock,
    bumpAfter: patience.bumpAfter * headsPerBlock,
  }
  for (const transaction of open) {
    const own = attempts.get(transaction.pk) ?? []
    const last = own.at(-1)
    if (!last) throw new Error(`transaction ${transaction.pk} has no signed bytes`)
    const place = own.map(({ hash }) => observation.seen.get(hash)).find((found) => found !== undefined) ?? null
    const step = nextStep(
      transactionFacts(transaction, last),
      {
        head: observation.head.number,
        confirmations: client.confirmations,
        receipt: place,
        count: observation.count,
        finalCount: observation.finalCount,
        finalHead: observation.final.number,
      },
      limits,
    )
    if (step === 'settle' && place) confirmed.push({ transaction, own, place })
    else if (step === 'include' && place) seen.push({ transactionPk: transaction.pk, at: place })
    else if (step === 'reorganised') {
      deps.log.warn(
        { network: client.network, sequence: transaction.sequence },
        'a reorganisation took a transaction out',
      )
      await markReorganised(deps.db, transaction.pk)
      resend(transaction, last)
    } else if (step === 'send') resend(transaction, last)
    else if (step === 'bump' || step === 'fill') {
      // While the vault is locked, nothing can be signed: only the same bytes can go out.
      const locked = deps.chains.locked(context.project.kind) !== null
      const bump = locked ? ({ kind: 'enough' } as const) : await bumpFee(context, transaction, last, step === 'fill')
      if (bump.kind === 'attempt') resend(transaction, bump.attempt)
      // Nodes may have dropped the bytes meanwhile: they go out again now and then.
      else if (observation.head.number - (last.sent_block ?? 0) >= limits.resendAfter) resend(transaction, last)
      if (bump.kind === 'short') observed.missing = bump.missing
      if (bump.kind === 'ceiling') observed.stuck = bump
      if (bump.kind === 'capped') observed.capped = bump.cap
    } else if (step === 'verify-dead') {
      try {
        await endDead(context, transaction, own, observation, observed)
      } catch (error) {
        observed.fault ??= { error }
      }
    }
  }
  await markIncluded(deps.db, seen, deps.clock())
  if (confirmed.length > 0) {
    const receipts = await withReceipts(client, observation, confirmed)
    observed.back = await lookForTakenBack(context, observed)
    if (observed.back !== 'stands') return observed
    await settleAll(context, receipts, observed)
  }
  observed.trouble = await sendAll(context, sends, observation.head)
  return observed
}

async function endDead(
  context: QueueContext,
  transaction: TransactionRow,
  own: readonly AttemptRow[],
  observation: ChainObservation,
  observed: Observed,
): Promise<void> {
  const { deps } = context
  if (!(await deadForCertain(context, transaction, own, observation.final, observed))) return
  deps.point('before dead')
  if (!(await giveUpSequence(context, transaction, observation.head, observed))) return
  deps.point('after dead')
  observed.open--
  if (transaction.collection_pk !== null) observed.suspect.push(transaction.collection_pk)
}

function groupBy<T>(items: readonly T[], key: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
