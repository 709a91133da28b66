import { createHash } from 'node:crypto'
import { loneJobs } from '../../../src/core/journal/correction.ts'
import { verifyStep } from '../../../src/core/journal/rounds.ts'
import { type JobKey, loneJobId } from '../../../src/core/minting/job-id.ts'
import { isBought } from './adversary.ts'
import { type Collection, ownTokens } from './chain.ts'
import type { QueueContext, Steps } from './context.ts'
import { type Mint, unnamed } from './tables.ts'

const generations = Array.from({ length: loneJobs }, (_, generation) => generation)

/** Every copy of the model has the same seed. */
export const key: JobKey = (work) => `0x${createHash('sha256').update(work).digest('hex')}`

/**
 * Which of a batch's mints the chain minted under its job. It is believed when what the contract holds for the job is exactly this batch; else the
 * collection stops, and the answer is null.
 */
export function alreadyMinted(
  { ledger, chain }: QueueContext,
  batch: number,
  first: number,
): { id: string; token: number }[] | null {
  const { collection } = ledger.batchOf(batch)
  const { batches, minted, contents } = chain.contract(collection)
  const isOther = ledger.members(batch).some(({ id, content }) => (contents.get(id) ?? 0) !== content)
  const members = ledger.members(batch).map(({ id }) => id)
  const found = batches.find((one) => one.first === first)?.mints ?? [minted[first - 1] ?? '']
  if ((found.join() !== members.join() || isOther) && !ledger.tables.resumed.has(collection)) {
    ledger.halt(collection, { why: 'evidence' })
    return null
  }
  for (const [place, id] of found.entries()) ledger.tables.known[collection].set(id, first + place)
  return members.flatMap((id) => {
    const place = found.indexOf(id)
    return place < 0 ? [] : [{ id, token: first + place }]
  })
}

/**
 * Compares a contract's count of tokens with the journal's; where the chain is ahead, what it holds is read back. False: it does not hold all of the
 * journal's, or not all that it is ahead by is final.
 */
export function* reconcile(context: QueueContext, collection: Collection): Steps<boolean> {
  const { ledger, chain, ask } = context
  const settled = ledger.lastSettled(collection)
  const highest = ledger.highestFound(collection)
  // One node's word at one block.
  const [isAnchored, now, final, confirmedCount] = yield* ask(() => {
    return [
      moveAnchor(context),
      chain.contract(collection),
      chain.finalContract(collection),
      chain.finalCount(),
    ] as const
  })
  // What other collections rest on is looked at first, with the next round.
  if (!isAnchored) return false
  const minted = ownTokens(now)
  const confirmed = ownTokens(final) === minted
  const stands = settled === null ? 0 : (final.jobs.get(settled.batch.job) ?? 0)
  const verified = verifyStep({
    last: settled && { sequence: settled.sequence, firstToken: settled.batch.firstToken ?? 0, stands },
    found: highest && { stands: final.minted[highest.token - 1] === highest.id },
    twice: ledger.saidTwice(collection),
    ...{ accounted: ledger.accounted(collection), minted: ownTokens(final), confirmed, confirmedCount },
    accepted: ledger.tables.resumed.has(collection),
  })
  if (verified === 'unsettled') return false
  if (verified === 'reverted') {
    ledger.halt(collection, { why: 'reverted' })
    return false
  }
  if (verified === 'take') {
    const places = yield* ask(() => {
      const { jobs } = chain.contract(collection)
      return new Map(ledger.succeeded(collection).map(({ pk, job }) => [pk, jobs.get(job)]))
    })
    yield 'before restate'
    ledger.restate(places, collection)
    ledger.endResume(collection)
    yield 'after restate'
  }
  // What nothing names may have been taken out since, and be another's by now: it is told anew.
  const unrecognised = ledger.unrecognised(collection)
  ledger.forgetUnnamed(collection)
  if (minted <= ledger.accounted(collection)) return true
  if (!confirmed) return false
  yield* readBack(context, collection, unrecognised)
  return true
}

/** Moves the anchor up to the last final block; false where the chain does not have it as it was. */
export function moveAnchor({ memory, chain }: QueueContext): boolean {
  const { anchor } = memory
  const block = chain.final()
  if (anchor !== null && ![undefined, anchor.hash].includes(chain.hashAt(anchor.number))) return false
  if (block.number >= (anchor?.number ?? 0)) memory.anchor = block
  return true
}

/** Enters what the chain holds and the journal does not know. */
function* readBack(context: QueueContext, collection: Collection, unrecognised: number): Steps {
  const { ledger, chain, ask } = context
  const { runs, mints } = ledger.tables
  const known = ledger.tables.known[collection]
  const starts = ledger.starts(collection)
  const { batches, minted } = yield* ask(() => chain.contract(collection))
  // What was bought is nobody's mint.
  const covered = new Set(minted.flatMap((token, place) => (isBought(token) ? [place + 1] : [])))
  for (const { first, mints: ids } of batches)
    for (const [place, id] of ids.entries()) {
      covered.add(first + place)
      if (!starts.has(first)) known.set(id, first + place)
    }
  const named = new Set(known.values())
  for (let token = 1; token <= minted.length; token++)
    if (!covered.has(token) && !starts.has(token) && !named.has(token)) known.set(unnamed(token), token)
  const isNews = ledger.unrecognised(collection) > unrecognised
  const waiting = ledger.findable(collection)
  yield* findLone(context, collection, waiting)
  yield 'before enter'
  ledger.enterMinted(waiting.flatMap(({ id }) => (known.has(id) ? [{ id, token: known.get(id) ?? 0 }] : [])))
  ledger.dissolve(collection)
  yield 'after enter'
  if (!isNews || ledger.unrecognised(collection) === 0) return
  for (const { id, collection: of } of runs)
    if (of === collection && mints.some(({ run, state }) => run === id && state === 'queued'))
      ledger.setRun(id, 'pause')
}

/** Tokens that were minted alone are found by asking for the job that a mint would have had. */
export function* findLone({ ledger, chain, ask }: QueueContext, collection: Collection, mints: readonly Mint[]): Steps {
  const known = ledger.tables.known[collection]
  if (![...known.keys()].some((tag) => tag.startsWith(unnamed('')))) return
  for (const { id } of mints) {
    const { jobs } = yield* ask(() => chain.contract(collection))
    const token = Math.max(...generations.map((one) => jobs.get(loneJobId(key, id, one)) ?? 0))
    // One that was not read back may still be taken back.
    if (!known.delete(unnamed(token))) continue
    known.set(id, token)
  }
}
