import { randomInt } from 'node:crypto'
import { chainLabel } from '../../../shared/chains.ts'
import { type FenceClient, foldTrail, type Mark, type MintFence, noTrail } from '../../chains/family/fence.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { type FenceStep, fenceStep, replacedJobs, writerStep } from '../../journal/fence.ts'
import { CoreError } from '../../lib/errors.ts'
import { inPieces } from '../../lib/turns.ts'
import {
  addWriter,
  checkedTrail,
  haltForWriter,
  hasUnreadJobs,
  hasWriters,
  isKnownWriter,
  mintedJobsAfter,
  setCheckedTrail,
  setFoundJobs,
  takeOverWriters,
} from '../../store/collections/writers.ts'
import { consumeRestored, isRestored } from '../../store/installation/restored.ts'
import { batchesByPk } from '../../store/journal/batches.ts'
import type { BatchRow, CollectionRow } from '../../store/journal/signer-queue.ts'
import { transactionByPk } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import type { Session, Sessions } from '../queue-memory.ts'
import { contractOf } from '../work.ts'
import { confirmedBlock } from './confirmed.ts'

const largestWriter = 2 ** 32 - 1

const noJobs = { firstTokenId: 0, trail: noTrail }

/** Jobs that are read from the database at a time. */
const jobsAtOnce = 1_000

/**
 * Begins a session, when nothing of ours is in flight in the collection and the journal holds all that its contract minted.
 * @param block the one at which they were compared
 * @returns `stopped` when another copy of the app mints into it: the collection is halted; null when the family has no fence
 * @throws CoreError `network.inconsistent` when the contract's trail does not follow from the jobs that its node reports, or the node did not report
 * what these jobs minted
 */
export async function beginSession(
  context: QueueContext,
  collection: CollectionRow,
  block: number,
): Promise<Session | null | 'stopped'> {
  const { deps, client, queue } = context
  const { fence } = client
  if (!fence) return null
  const mark = await fence.mark(contractOf(collection), queue.signer, block)
  const mayTakeOver = await consumeRestored(deps.db, collection.pk)
  if (mayTakeOver && mark.writer !== 0) await takeOverWriters(deps.db, collection.pk, [mark.writer], deps.clock())
  const known = await isKnownWriter(deps.db, collection.pk, mark.writer)
  if (writerStep({ writer: mark.writer, known }) === 'stop') {
    await stopForWriter(context, fence, collection, mark.writer)
    return 'stopped'
  }
  let trail = await foldedTrail(context, fence, collection, mark, block)
  // A trail is made of jobs alone. Their mints were read back before, unless an RPC left them out; their numbers may also have changed since.
  if (await hasUnreadJobs(deps.db, collection.pk)) {
    trail = await trailOfChain(context, fence, collection, mark, block)
    if (await hasUnreadJobs(deps.db, collection.pk))
      throw new CoreError('network.inconsistent', inconsistent(collection))
  }
  const writer = randomInt(1, largestWriter)
  await addWriter(deps.db, collection.pk, writer, deps.clock())
  return { mark: { ...mark, trail }, writer, entry: 'due', entryPk: null, ended: new Map() }
}

/** What may be signed for a collection now. */
export async function mayMint({ deps, client, sessions }: QueueContext, { pk }: CollectionRow): Promise<FenceStep> {
  const session = sessions.get(pk)
  if (session === undefined) return 'compare'
  if (session === null) return 'sign'
  const row = session.entryPk === null ? undefined : await transactionByPk(deps.db, session.entryPk)
  const succeeded =
    row?.state === 'included' && row.tx_hash !== null
      ? ((await client.receipts([row.tx_hash])).get(row.tx_hash)?.ok ?? null)
      : null
  const step = fenceStep(session.entry, row ? { state: row.state, succeeded } : null)
  if (step === 'sign') session.entry = 'done'
  if (step === 'compare') sessions.delete(pk)
  return step
}

/** The fence arguments of a batch's minting call; null when it would have to name more jobs than a call can: a new entry is needed. */
export function fenceOf(session: Session, batch: BatchRow, mints: readonly number[]): MintFence | null {
  const { mark, writer } = session
  if (session.entry === 'due') return { expected: mark.writer, writer, trail: mark.trail, replaced: [] }
  const replaced = replacedJobs(mints, session.ended, batch.job_id)
  return replaced && { expected: writer, writer, trail: noTrail, replaced }
}

/** Notes that the session's entry was signed with this batch. */
export async function noteEntry({ deps }: QueueContext, session: Session, batchPk: number): Promise<void> {
  const [batch] = await batchesByPk(deps.db, [batchPk])
  if (!batch?.transaction_pk) throw new Error(`batch ${batchPk} was signed and has no transaction`)
  session.entry = 'pending'
  session.entryPk = batch.transaction_pk
}

/** Notes that a batch was signed and not minted: the next call for its mints must name its job. */
export function noteEnded(sessions: Sessions, collectionPk: number, jobId: string, mints: readonly number[]): void {
  const ended = sessions.get(collectionPk)?.ended
  if (ended) for (const mint of mints) ended.set(mint, [...(ended.get(mint) ?? []), jobId])
}

/**
 * The trail over all jobs that the journal holds of a collection. It must be the contract's: computed from the last checked job on, else from the
 * beginning, else with the jobs in the contract's events for which the journal has no batch.
 */
async function foldedTrail(
  context: QueueContext,
  fence: FenceClient,
  collection: CollectionRow,
  mark: Mark,
  block: number,
): Promise<string> {
  const checked = await checkedTrail(context.deps.db, collection.pk)
  for (const from of checked ? [checked, noJobs] : [noJobs]) {
    const folded = await fold(context, collection, from)
    if (folded.trail === mark.trail) return keep(context, collection, folded)
  }
  return trailOfChain(context, fence, collection, mark, block)
}

/** The trail with the jobs that the contract's events report now. */
async function trailOfChain(
  context: QueueContext,
  fence: FenceClient,
  collection: CollectionRow,
  mark: Mark,
  block: number,
): Promise<string> {
  const { deps, client, queue } = context
  const since = await firstBlock(deps.db, client, collection)
  const jobs = await fence.mintedJobs(contractOf(collection), queue.signer, since, block)
  await setFoundJobs(deps.db, collection.pk, jobs)
  const folded = await fold(context, collection, noJobs)
  if (folded.trail === mark.trail) return keep(context, collection, folded)
  throw new CoreError('network.inconsistent', inconsistent(collection))
}

function inconsistent({ id }: CollectionRow): string {
  return `its node says of the collection ${id} that it minted other batches than it shows. Nothing is minted into it until both fit; if it stays so, set another RPC.`
}

async function keep(
  { deps }: QueueContext,
  collection: CollectionRow,
  folded: { firstTokenId: number; trail: string },
): Promise<string> {
  await setCheckedTrail(deps.db, collection.pk, folded)
  return folded.trail
}

async function fold(
  { deps }: QueueContext,
  collection: CollectionRow,
  from: { firstTokenId: number; trail: string },
): Promise<{ firstTokenId: number; trail: string }> {
  let { firstTokenId, trail } = from
  const pause = inPieces()
  for (;;) {
    const jobs = await mintedJobsAfter(deps.db, collection.pk, firstTokenId, jobsAtOnce)
    for (const job of jobs) {
      trail = foldTrail(trail, job.jobId)
      firstTokenId = job.firstTokenId
      await pause()
    }
    if (jobs.length < jobsAtOnce) return { firstTokenId, trail }
  }
}

/**
 * Takes over from the last writer of a collection that was found on the chain, for a database that never minted into it: the person asked for that.
 * Another copy that goes on minting is stopped by it.
 */
export async function adoptWriter(
  { deps, client, queue }: Pick<QueueContext, 'deps' | 'client' | 'queue'>,
  fence: FenceClient,
  collection: CollectionRow,
): Promise<void> {
  if (await hasWriters(deps.db, collection.pk)) return
  const { writer } = await fence.mark(contractOf(collection), queue.signer, confirmedBlock(client, await client.head()))
  if (writer !== 0) await takeOverWriters(deps.db, collection.pk, [writer], deps.clock())
}

/** The writer that minted last into a collection, as of the newest block; null when no node answers, or the family has no fence. */
export async function lastWriter(
  { deps, client, queue }: Pick<QueueContext, 'deps' | 'client' | 'queue'>,
  collection: CollectionRow,
): Promise<number | null> {
  try {
    return await client.observe(async (node) => {
      const { number } = await node.head()
      return (await node.fence?.mark(contractOf(collection), queue.signer, number))?.writer ?? null
    })
  } catch (error) {
    deps.log.warn({ collection: collection.id, network: client.network, err: error }, 'nobody tells who minted last')
    return null
  }
}

/**
 * Halts a collection that holds mints which nobody here can read, if another copy of the app wrote last: that is the cause, and what the person has to
 * know first.
 * @returns whether it did
 */
export async function stopForUnknownWriter(
  context: QueueContext,
  collection: CollectionRow,
  block: number,
): Promise<boolean> {
  const { deps, client, queue } = context
  const { fence } = client
  if (!fence || (await isRestored(deps.db, collection.pk))) return false
  const { writer } = await fence.mark(contractOf(collection), queue.signer, block)
  const known = await isKnownWriter(deps.db, collection.pk, writer)
  if (writerStep({ writer, known }) !== 'stop') return false
  await stopForWriter(context, fence, collection, writer)
  return true
}

async function stopForWriter(
  { deps, client, queue }: QueueContext,
  fence: FenceClient,
  collection: CollectionRow,
  writer: number,
): Promise<void> {
  const since = await firstBlock(deps.db, client, collection)
  const entry = await fence.writerEntry(contractOf(collection), queue.signer, writer, since)
  const when = entry ? ` since ${new Date(entry.time).toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
  const label = chainLabel(client.chain)
  await haltForWriter(
    deps.db,
    collection.pk,
    writer,
    `Another copy of Mintdesk mints into this collection on ${label}${when}: one with the same keys, on another machine or from a copy of this data folder. Nothing is minted here meanwhile, so that nobody gets an NFT twice. Close it, then take over with “mintdesk collections take-over ${collection.id}”.`,
  )
  deps.events.collectionChanged(collection.pk)
  deps.log.warn({ collection: collection.id, network: client.network, writer }, 'another copy mints into a collection')
}
