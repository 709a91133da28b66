import { type Fenced, isFenced } from '../../chains/family/outcome.ts'
import { batchMintPks, batchMints } from '../../store/journal/batches.ts'
import { settleAlreadyMinted, settleFailed, settleFenced } from '../../store/journal/settle-batches.ts'
import { settleMinted } from '../../store/journal/settle-minted.ts'
import { hasFailedFor } from '../../store/journal/signer-queue.ts'
import { recordDeployed } from '../deploy.ts'
import type { QueueContext } from '../deps.ts'
import { alreadyMinted } from '../reconcile/already-minted.ts'
import { noteEnded } from '../reconcile/fence.ts'
import { agreedOutcomes } from './agreed-outcomes.ts'
import type { Confirmed } from './chain-observation.ts'
import type { Observed } from './observed.ts'
import { outcomeOf, type TransactionOutcome } from './outcome.ts'
import { reasonOfRecipients } from './refused-copies.ts'
import { settleOther } from './settle-other.ts'

/**
 * Ours: bytes of transactions that are read and written down together. Large transactions of so many bytes mint some 3,000, small ones 150; their
 * receipts are some 5 MB.
 */
const bytesTogether = 100_000

/**
 * Writes down what confirmed transactions did: reads several outcomes in parallel, and settles those that minted in one commit. One whose outcome the
 * chain does not report, or not in a way that fits, holds up none of the others: the next round asks again.
 */
export async function settleAll(
  context: QueueContext,
  confirmed: readonly Confirmed[],
  observed: Observed,
): Promise<void> {
  const { deps } = context
  for (let from = 0, some = 0; from < confirmed.length; from += some) {
    some = manyWithin(bytesTogether, confirmed.slice(from))
    const asked = await Promise.allSettled(
      confirmed.slice(from, from + some).map(async (one) => ({ confirmed: one, end: await outcomeOf(context, one) })),
    )
    const own = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const outcomes = await agreedOutcomes(context, own, observed)
    const minted = outcomes.filter((end) => end.kind === 'minted')
    const others = outcomes.filter((end) => end.kind !== 'minted')
    const settleEach = async (ends: typeof others): Promise<void> => {
      for (const end of ends)
        try {
          await settle(context, end, observed)
          observed.open--
        } catch (error) {
          observed.fault ??= { error }
        }
    }
    await settleEach(others.filter(isDeployment))
    if (minted.length > 0) {
      const collections = new Map(minted.map(({ collection }) => [collection.pk, collection]))
      for (const collection of collections.values()) await recordDeployed(context, collection)
      deps.point('before settle')
      await settleMinted(
        deps.db,
        minted.map(({ at }) => at),
        deps.clock(),
      )
      deps.point('after settle')
      observed.batches.push(...minted.map(({ at }) => at.batchPk))
      observed.open -= minted.length
    }
    await settleEach(others.filter((end) => !isDeployment(end)))
    for (const answer of asked) if (answer.status === 'rejected') observed.fault ??= { error: answer.reason }
  }
}

function isDeployment({ transaction }: Exclude<TransactionOutcome, { kind: 'minted' }>): boolean {
  return transaction.purpose === 'deploy'
}

/** Code of a refusal without a known reason; a batch that was refused so is tried once more. */
const unclear = 'network.unclear'

/** Why the contract minted nothing; kept with the transaction. */
function fencedMessage(outcome: Fenced): string {
  switch (outcome.kind) {
    case 'another-writer':
      return 'Another copy of Mintdesk had minted into the collection. Nothing was minted by this transaction.'
    case 'another-history':
      return 'The contract held other batches than this database knew. Nothing was minted by this transaction.'
    case 'replaced-minted':
      return 'An earlier transaction for the same NFTs was minted after all. Nothing was minted by this one.'
    case 'unclear':
      return outcome.message
  }
}

/** How many transactions, from the first on, have at most `most` signed bytes together; at least one. */
function manyWithin(most: number, confirmed: readonly Confirmed[]): number {
  let bytes = 0
  const beyond = confirmed.findIndex(({ own }) => {
    bytes += own.at(-1)?.raw.length ?? 0
    return bytes > most
  })
  return beyond === -1 ? confirmed.length : Math.max(1, beyond)
}

/** Settles a transaction that minted nothing new. */
async function settle(
  context: QueueContext,
  end: Exclude<TransactionOutcome, { kind: 'minted' }>,
  observed: Observed,
): Promise<void> {
  const { deps } = context
  const { transaction, inclusion } = end
  if (end.kind === 'other') {
    await settleOther(context, end)
    return
  }
  const { batch, collection, outcome } = end
  const again = outcome.kind === 'unclear' && (await hasFailedFor(deps.db, batch.pk, unclear))
  const recipients =
    outcome.kind === 'failed' || outcome.kind === 'unclear'
      ? await reasonOfRecipients(context, collection, batch, outcome, again ? 'again' : 'sent')
      : null
  const now = deps.clock()
  deps.point('before settle')
  if (isFenced(outcome) && !again && recipients === null) {
    const reason = { code: outcome.kind === 'unclear' ? unclear : 'mint.fenced', message: fencedMessage(outcome) }
    await settleFenced(deps.db, { transactionPk: transaction.pk, batchPk: batch.pk, inclusion, reason }, now)
    observed.suspect.push(collection.pk)
  } else if (outcome.kind === 'failed' || outcome.kind === 'unclear') {
    const members = await batchMintPks(deps.db, batch.pk)
    const reason =
      recipients ??
      (outcome.kind === 'failed'
        ? outcome
        : { code: unclear, message: `${outcome.message} Mint it again, or look at it in a block explorer.` })
    await settleFailed(deps.db, { transactionPk: transaction.pk, batchPk: batch.pk, inclusion, reason }, now)
    noteEnded(context.sessions, collection.pk, batch.job_id, members)
    if (outcome.kind === 'unclear' || outcome.elsewhere) observed.suspect.push(collection.pk)
  } else if (outcome.kind === 'already-minted') {
    const mints = await batchMints(deps.db, batch.pk)
    const minted = await alreadyMinted(context, collection, batch, mints, outcome)
    if (minted === null) return
    await settleAlreadyMinted(
      deps.db,
      { batchPk: batch.pk, minted, transaction: { pk: transaction.pk, inclusion } },
      now,
    )
    observed.suspect.push(collection.pk)
  }
  deps.point('after settle')
  observed.batches.push(batch.pk)
}
