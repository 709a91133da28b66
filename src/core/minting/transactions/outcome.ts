import type { Outcome } from '../../chains/family/outcome.ts'
import type { Receipt } from '../../chains/family/transactions.ts'
import type { Work } from '../../chains/family/work.ts'
import { endingOf } from '../../journal/steps.ts'
import { CoreError } from '../../lib/errors.ts'
import { batchByPk } from '../../store/journal/batches.ts'
import type { Reason } from '../../store/journal/reason.ts'
import type { settleMinted } from '../../store/journal/settle-minted.ts'
import type { Inclusion as Settled } from '../../store/journal/settle-transaction.ts'
import type { AttemptRow, BatchRow, CollectionRow, TransactionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { collectionOf, transactionWork } from '../work.ts'
import type { Confirmed } from './chain-observation.ts'
import { refusalReason, whatWasDone } from './effects.ts'

type Carrying = { collection: CollectionRow; batch: BatchRow }

/** The outcome of a confirmed transaction. */
export type TransactionOutcome =
  | { kind: 'minted'; collection: CollectionRow; at: Parameters<typeof settleMinted>[1][number] }
  | ({ kind: 'batch'; inclusion: Settled; transaction: TransactionRow } & Carrying & {
        outcome: Exclude<Outcome, { kind: 'done' }>
      })
  | {
      kind: 'other'
      inclusion: Settled
      transaction: TransactionRow
      reason: Reason | null
      changes: Extract<Outcome, { kind: 'done' }>['changes']
      /** The hash of the transaction that did it, if it was another one. */
      doneBy?: string | undefined
      /** The collection whose sale must be read again. */
      sale: CollectionRow | null
    }

/** Reads the outcome of a confirmed transaction, and writes nothing. */
export async function outcomeOf(
  context: QueueContext,
  { transaction, own, receipt }: Confirmed,
): Promise<TransactionOutcome> {
  const { deps, client } = context
  const inclusion: Settled = { ...receipt, gasUsed: receipt.used }
  const filled = own.find(({ hash }) => hash === receipt.hash)?.fill === 1
  const collection = await collectionOf(context, transaction)
  const batch = transaction.batch_pk === null ? undefined : await batchByPk(deps.db, transaction.batch_pk)
  const work = await transactionWork(context, collection, batch, transaction)
  if (!work || !batch || !collection) {
    const { reason, changes, doneBy } = filled
      ? { reason: refusedReason(own, 'Nothing was done by it.'), changes: undefined }
      : await plainOutcomeOf(context, work, receipt)
    const sale = work?.kind === 'set-payments' && collection && !reason ? collection : null
    return { kind: 'other', inclusion, transaction, reason, changes, doneBy, sale }
  }
  const outcome: Outcome = filled
    ? { kind: 'failed', ...refusedReason(own, 'Nothing was minted by it: mint it again.') }
    : await client.outcome(work, receipt)
  if (outcome.kind === 'done') throw new Error(`the contract says of batch ${batch.pk} that it was no batch`)
  if (endingOf(outcome.kind, filled) !== 'minted' || outcome.kind !== 'minted')
    return { kind: 'batch', inclusion, transaction, collection, batch, outcome }
  const { kind: _minted, ...tokens } = outcome
  return { kind: 'minted', collection, at: { transactionPk: transaction.pk, batchPk: batch.pk, inclusion, ...tokens } }
}

/** What a transaction without a batch did; its reason is null when the chain shows the intended result, whoever brought it about. */
async function plainOutcomeOf(
  context: QueueContext,
  work: Work | null,
  receipt: Receipt,
): Promise<Pick<Extract<TransactionOutcome, { kind: 'other' }>, 'reason' | 'changes' | 'doneBy'>> {
  const outcome = work ? await context.client.outcome(work, receipt) : null
  const done = work && outcome ? await whatWasDone(context, work, outcome) : null
  if (done?.kind === 'later')
    throw new CoreError('network.unconfirmed', 'what was done to an NFT is not confirmed yet.')
  if (done) return { reason: done.reason, changes: undefined, doneBy: done.doneBy }
  if (outcome?.kind === 'done') return { reason: null, changes: outcome.changes }
  if (outcome?.kind === 'minted') throw new Error(`the chain says of ${work?.kind} that it was a mint`)
  if (outcome) return { reason: refusalReason(context, outcome), changes: undefined }
  if (receipt.ok) return { reason: null, changes: undefined }
  return { reason: { code: 'chain.reverted', message: 'The deployment was refused by the chain.' }, changes: undefined }
}

function refusedReason(own: readonly AttemptRow[], then: string): Reason {
  const answer = own.map(({ answer }) => answer).find((text) => text?.startsWith('rejected'))
  return {
    code: 'network.rejected',
    message: `The network refused the transaction (${answer ?? 'no reason given'}). ${then}`,
  }
}
