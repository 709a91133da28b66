import { foldTrail, type MintFence, noTrail } from '../../../src/core/chains/family/fence.ts'
import { type FenceStep, fenceStep, replacedJobs, writerStep } from '../../../src/core/journal/fence.ts'
import type { Collection } from './chain.ts'
import { NoAnswer, type QueueContext, type Steps } from './context.ts'
import type { Batch } from './tables.ts'

/** Whether one began: not where another copy of the app mints. The contract was compared with the journal just before. */
export function* beginSession(
  { ledger, chain, memory, draw, ask }: QueueContext,
  collection: Collection,
): Steps<boolean> {
  const { mark, jobs } = yield* ask(() => chain.finalContract(collection))
  const writers = ledger.tables.writers[collection]
  if (writerStep({ writer: mark.writer, known: writers.has(mark.writer) }) === 'stop') {
    ledger.halt(collection, { why: 'writer', writer: mark.writer })
    return false
  }
  const fold = (folded: readonly string[]) => folded.reduce((trail, job) => foldTrail(trail, job), noTrail)
  if (fold(ledger.mintedJobs(collection)) !== mark.trail && fold([...jobs.keys()]) !== mark.trail) throw new NoAnswer()
  const writer = draw()
  yield 'before writer'
  writers.add(writer)
  yield 'after writer'
  memory.sessions.set(collection, { mark, writer, entry: 'due', entryPk: null, ended: new Map() })
  return true
}

/** What may be signed for a collection now. */
export function* mayMint({ ledger, chain, memory, ask }: QueueContext, collection: Collection): Steps<FenceStep> {
  const session = memory.sessions.get(collection)
  if (!session) return 'compare'
  const entry = session.entryPk === null ? null : ledger.transactionOf(session.entryPk)
  const hash = entry?.state === 'included' ? entry.tx_hash : null
  const receipt = hash === null ? undefined : yield* ask(() => chain.receipt(hash))
  const succeeded = receipt ? receipt.outcome === 'minted' : null
  const step = fenceStep(session.entry, entry && { state: entry.state, succeeded })
  if (step === 'sign') session.entry = 'done'
  if (step === 'compare') memory.sessions.delete(collection)
  return step
}

/** What the call of a batch says of its writer; null when it would have to name more jobs than it can: enter anew. */
export function fenceOf({ ledger, memory }: QueueContext, batch: Batch): MintFence | null {
  const session = memory.sessions.get(batch.collection)
  if (!session) return null
  const { mark, writer } = session
  if (session.entry === 'due') return { expected: mark.writer, writer, trail: mark.trail, replaced: [] }
  const replaced = replacedJobs(membersOf(ledger, batch), session.ended, batch.job)
  return replaced && { expected: writer, writer, trail: noTrail, replaced }
}

/** The session's entry was signed as this transaction. */
export function noteSigned({ memory }: QueueContext, collection: Collection, pk: number): void {
  const session = memory.sessions.get(collection)
  if (session?.entry === 'due') Object.assign(session, { entry: 'pending', entryPk: pk })
}

/** A batch was signed and not minted: what its mints are signed for next must name its job. */
export function noteEnded({ ledger, memory }: QueueContext, batch: Batch): void {
  const ended = memory.sessions.get(batch.collection)?.ended
  if (!ended) return
  for (const mint of membersOf(ledger, batch)) ended.set(mint, [...(ended.get(mint) ?? []), batch.job])
}

/** A batch's mints by their places in the table. */
function membersOf(ledger: QueueContext['ledger'], batch: Batch): number[] {
  return ledger.members(batch.pk).map((mint) => ledger.tables.mints.indexOf(mint) + 1)
}
