import type { ChainName } from '../../../shared/chains.ts'
import type { ChainBatch } from '../../chains/family/collections.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { inPieces } from '../../lib/turns.ts'
import { allQueued } from '../../store/journal/batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { addressOf } from '../compose/resolve-mints.ts'
import { jobKeyOf, type QueueContext } from '../deps.ts'
import { batchJobId, mintIdentity } from '../job-id.ts'
import { contractOf } from '../work.ts'

/** Ours: waiting mints that are compared with unreadable batches; a backup is seldom older than it takes to mint this many. */
const comparedAtMost = 100_000
/** Ours: how often a batch may have failed on chain before it was minted. */
const generations = [0, 1] as const

/** Ours: places that are tried for one batch; if all are for one recipient, every place looks the same. */
const triedAtMost = 1_000

/** A mint that waits, as a batch on chain would show it. */
interface Candidate {
  id: string
  run: string | null
  recipient: string
  isHosted: boolean
}

/**
 * Finds the mints of a batch whose list cannot be read: consecutive waiting mints for the same recipients that give the batch's job id. That is no
 * guess, because a job id follows from its members and their order under a key of the seed. A restored database thus recognises batches that were
 * minted after the backup: those of its runs, and those that programs ask for again.
 * @returns the tags by place; null when no consecutive mints are this batch
 */
export function tagsByJob(
  context: QueueContext,
  collection: CollectionRow,
  block: number,
): (batch: Pick<ChainBatch, 'firstTokenId' | 'recipients'>) => Promise<string[] | null> {
  let asked: Promise<{ jobs: ReadonlyMap<number, string>; waiting: Waiting }> | undefined
  let near = 0
  const ask = async () => ({
    jobs: await jobsByToken(context, collection, block),
    waiting: await waitingOf(context, collection),
  })
  return async (batch) => {
    // A lone token is looked up by a job of its own (`loneJobId`); a single mint of copies is a batch.
    const fewest = collection.fungibility === 'semi-fungible' ? 1 : 2
    if (!context.client.fence || batch.recipients.length < fewest) return null
    asked ??= ask()
    const { jobs, waiting } = await asked
    const job = jobs.get(batch.firstTokenId)
    if (job === undefined) return null
    const found = await placeOf(context, collection, job, batch.recipients, waiting, near)
    if (!found) return null
    near = found.place + found.tags.length
    return found.tags
  }
}

interface Waiting {
  candidates: readonly Candidate[]
  /** The places of the mints among the candidates, by recipient. */
  places: ReadonlyMap<string, readonly number[]>
}

async function jobsByToken(
  { deps, client, queue }: QueueContext,
  collection: CollectionRow,
  block: number,
): Promise<ReadonlyMap<number, string>> {
  const since = await firstBlock(deps.db, client, collection)
  const jobs = (await client.fence?.mintedJobs(contractOf(collection), queue.signer, since, block)) ?? []
  return new Map(jobs.map(({ jobId, firstTokenId }) => [firstTokenId, jobId]))
}

async function waitingOf(context: QueueContext, collection: CollectionRow): Promise<Waiting> {
  const candidates: Candidate[] = []
  const places = new Map<string, number[]>()
  const pause = inPieces()
  for await (const rows of allQueued(context.deps.db, collection.pk)) {
    for (const row of rows) {
      await pause()
      // A mint without an address will fail when its turn comes; nothing was minted for it.
      const address = row.address ?? (await addressOf(context, row, collection.chain as ChainName).catch(() => ''))
      const recipient = address.toLowerCase()
      const isHosted = row.metadata_hash === null && row.metadata_uri !== null
      const known = places.get(recipient)
      if (known) known.push(candidates.length)
      else places.set(recipient, [candidates.length])
      candidates.push({ id: row.id, run: row.run_id, recipient, isHosted })
    }
    if (candidates.length >= comparedAtMost) break
  }
  return { candidates, places }
}

/** @param near where the last batch was found: the next one mostly follows it */
async function placeOf(
  context: QueueContext,
  collection: CollectionRow,
  job: string,
  recipients: readonly string[],
  { candidates, places }: Waiting,
  near: number,
): Promise<{ place: number; tags: string[] } | null> {
  const { deps, project } = context
  const key = jobKeyOf(context)
  const pause = inPieces()
  const wanted = recipients.map((recipient) => recipient.toLowerCase())
  const starts = places.get(wanted[0] ?? '') ?? []
  const ordered = [...starts.filter((place) => place >= near), ...starts.filter((place) => place < near)]
  let tried = 0
  for (const place of ordered) {
    const row = candidates.slice(place, place + wanted.length)
    const isSame = row.every(({ recipient, run }, at) => recipient === wanted[at] && run === row[0]?.run)
    if (row.length < wanted.length || !isSame) continue
    if (++tried > triedAtMost) return null
    await pause()
    const tags = row.map(({ id }) => deps.identity.tag(project, mintIdentity(project.index, collection.id, id)))
    const kind = row.every(({ isHosted }) => isHosted) ? 'uris' : 'batch'
    if (generations.some((generation) => batchJobId(key, kind, tags, generation) === job)) return { place, tags }
  }
  return null
}
