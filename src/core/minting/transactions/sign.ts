import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChainCall } from '../../chains/family/call.ts'
import type { Fee } from '../../chains/family/fees.ts'
import { Refusal } from '../../chains/family/outcome.ts'
import type { Work } from '../../chains/family/work.ts'
import { type BrokenCap, costAtMost } from '../../journal/caps.ts'
import { inPieces, sideBySide } from '../../lib/turns.ts'
import { prefixOf } from '../../lib/uri-prefix.ts'
import {
  type Committed,
  commitSigned,
  NoLongerWanted,
  type SignedTransaction,
} from '../../store/journal/sign-transactions.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { OverCap, openBudget } from '../../store/journal/spending.ts'
import type { TransactionPurpose } from '../../store/tables/journal.ts'
import { type QueueContext, spenderOf } from '../deps.ts'
import { contentOf } from '../work.ts'
import { feeWithin } from './fees.ts'
import { publishLater, type Unpublished, unpublishedOf } from './publish.ts'
import type { Round } from './round.ts'
import { sendAll } from './send.ts'

export interface Carried {
  purpose: TransactionPurpose
  /** Null: it belongs to no collection. */
  collection: CollectionRow | null
  batchPk?: number
  actionPk?: number
  transferPk?: number
  withdrawal?: { pk: number; sent: string }
  /** The run that pays for a contract or a tree; null or absent: none does. */
  runId?: string | null
  /** The run of a batch. */
  batchRun?: string | null
  /** The most that may be signed for a unit of weight; null or absent: any price. */
  ceiling?: bigint | null
}

/**
 * `full`: no room in flight now; `short`: the signer lacks `missing`; `above-ceiling`: the price is above the ceiling; `capped`: it would go over a
 * spending cap; `gone`: cancelled or paused meanwhile.
 */
export type Signed =
  | { kind: 'signed' }
  | Unpublished
  | { kind: 'full' }
  | { kind: 'short'; missing: bigint }
  | { kind: 'above-ceiling' }
  | { kind: 'capped'; cap: BrokenCap }
  | { kind: 'gone' }
  | { kind: 'refused'; refusal: Refusal }

/** A piece of work, and what its transaction is entered with. */
export interface Wanted {
  work: Work
  carried: Carried
}

/**
 * Prepares, signs and sends a piece of work: the pinning service keeps its metadata before it is signed, and its bytes are on disk before they leave.
 */
export async function signWork(context: QueueContext, round: Round, work: Work, carried: Carried): Promise<Signed> {
  const [signed] = await signWorks(context, round, [{ work, carried }])
  return signed ?? { kind: 'full' }
}

/**
 * The same for several pieces of work: the chain is asked in parallel, one commit writes them, and they are sent in order.
 * @returns the result of each, in order, up to the first that holds up those behind it
 */
export async function signWorks(context: QueueContext, round: Round, wanted: readonly Wanted[]): Promise<Signed[]> {
  if (round.room.transactions <= 0 || round.room.weight <= 0n) return [{ kind: 'full' }]
  const kept: Wanted[] = []
  let unpublished: Signed | null = null
  for (const one of wanted) {
    const { needed, useful } = contentOf(one.work)
    const { purpose, collection } = one.carried
    const uriPrefix = prefixOf(collection?.contract_uri ?? null)
    unpublished = await unpublishedOf(context, needed, uriPrefix)
    if (unpublished) break
    // A collection may have been deployed before there was a storage for its own metadata.
    await publishLater(context, [...useful, ...(purpose === 'mint' ? [collection?.contract_uri ?? ''] : [])], uriPrefix)
    kept.push(one)
  }
  const asked = await Promise.allSettled(
    sideBySide(kept, ({ work, carried }) => {
      const fee = feeWithin(round.fees, carried.ceiling ?? null) ?? undefined
      return context.client.prepare(work, context.project.index, fee)
    }),
  )
  const calls: Call[] = []
  const results: (Signed | null)[] = []
  let failure: { error: unknown } | null = null
  for (const [place, answer] of asked.entries()) {
    const carried = kept[place]?.carried
    if (answer.status === 'fulfilled' && carried) {
      calls.push({ call: answer.value, carried })
      results.push(null)
    } else if (answer.status === 'rejected' && answer.reason instanceof Refusal)
      results.push({ kind: 'refused', refusal: answer.reason })
    else if (answer.status === 'rejected') {
      failure = { error: answer.reason }
      break
    }
  }
  const signed = await signCalls(context, round, calls)
  if (failure) throw failure.error
  const all: Signed[] = []
  for (const result of unpublished ? [...results, unpublished] : results) {
    const one = result ?? signed.shift()
    // Work behind a call that was held up waits for the next round.
    if (!one) break
    all.push(one)
  }
  return all
}

/** Ours: transactions that are sent together; as many as one request body to a Solana node holds. */
const sentTogether = 50

/** A call ready to be signed. */
interface Call {
  call: ChainCall
  carried: Carried
}

/** Signs a call under the round's next sequence, commits it with what it carries, and sends it while the next is made. */
export async function signCall(
  context: QueueContext,
  round: Round,
  call: ChainCall,
  carried: Carried,
): Promise<Signed> {
  const [signed] = await signCalls(context, round, [{ call, carried }])
  return signed ?? { kind: 'full' }
}

/** The same for several calls, in one commit. Returns the result of each up to the first that is held up; a cap of its run holds up no other call. */
async function signCalls(context: QueueContext, round: Round, calls: readonly Call[]): Promise<Signed[]> {
  const { deps, client, queue, project } = context
  const made: SignedTransaction[] = []
  const signings: Signed[] = []
  let { nextSequence: sequence, funds } = round
  let { weight, transactions } = round.room
  const pause = inPieces()
  const payerOf = ({ runId, batchRun }: Carried): string | null => runId ?? batchRun ?? null
  const budget = await openBudget(deps.db, queue, spenderOf(context), {
    runs: calls.flatMap(({ carried }) => payerOf(carried) ?? []),
    now: deps.clock(),
  })
  for (const { call, carried } of calls) {
    const heavy = BigInt(call.weight)
    const fee = feeWithin(round.fees, carried.ceiling ?? null)
    const cost = fee === null ? 0n : costAtMost(call, fee.max)
    const held = heldUp(transactions <= 0 || heavy > weight, fee, cost - funds)
    if (held || fee === null) {
      if (held) signings.push(held)
      break
    }
    const cap = carried.withdrawal ? null : (budget?.take(cost, payerOf(carried)) ?? null)
    if (cap !== null) {
      signings.push({ kind: 'capped', cap })
      if (cap.kind === 'run') continue
      break
    }
    const signed = await client.sign(call, project.index, sequence, fee)
    await pause()
    made.push({
      ...queue,
      sequence,
      purpose: carried.purpose,
      collectionPk: carried.collection?.pk ?? null,
      batchPk: carried.batchPk ?? null,
      actionPk: carried.actionPk ?? null,
      transferPk: carried.transferPk ?? null,
      withdrawal: carried.withdrawal,
      runId: carried.runId ?? null,
      call: JSON.stringify(call),
      hash: signed.hash,
      raw: Buffer.from(signed.raw.slice(2), 'hex'),
      maxFee: signed.fee.max,
      priorityFee: signed.fee.priority,
      validUntil: signed.validUntil,
    })
    signings.push({ kind: 'signed' })
    sequence++
    transactions--
    weight -= heavy
    funds -= cost
  }
  if (made.length === 0) return signings
  let committed: Committed[]
  deps.point('before commit')
  try {
    committed = await commitSigned(deps.db, spenderOf(context), made, deps.clock())
  } catch (error) {
    if (error instanceof OverCap) return [{ kind: 'capped', cap: error.cap }]
    if (!(error instanceof NoLongerWanted)) throw error
    if (calls.length === 1) return [{ kind: 'gone' }]
    // The commit wrote none of them. Without the one that is gone, those behind it get other sequences.
    return oneByOne(context, round, calls)
  }
  deps.point('after commit')
  // Raising the mark begins now, to be done when `sendAll` waits for it; an error shows up there.
  round.outbox.push(...committed.map((pks, place) => ({ ...pks, ...sentOf(made[place]) })))
  const top = round.outbox.at(-1)
  if (top) deps.marks.raise(queue, { sequence: top.sequence, hash: top.hash }).catch(() => {})
  Object.assign(round, { nextSequence: sequence, funds, room: { weight, transactions } })
  round.signed += made.length
  for (const { purpose, collectionPk, call } of made)
    round.open.push({ purpose, state: 'signed', collection_pk: collectionPk, call })
  round.sending = round.sending.then(async (trouble) => {
    let said = trouble
    // Transactions signed during the last send go out together. Those held back are on disk, and go out with the next observation.
    while (round.outbox.length > 0 && !(said !== null && client.limits.inOrder))
      said = (await sendAll(context, round.outbox.splice(0, sentTogether), round.head)) ?? said
    return said
  })
  // Whoever awaits the round handles a failed send; until then the rejection must not count as unhandled.
  round.sending.catch(() => {})
  // Composing and signing use only the database, which answers at once: without this pause, nothing would leave before the last is signed.
  await nextTurn()
  return signings
}

function sentOf(made: SignedTransaction | undefined): Pick<SignedTransaction, 'sequence' | 'hash' | 'raw'> {
  if (!made) throw new Error('a transaction is on disk that was not signed')
  const { sequence, hash, raw } = made
  return { sequence, hash, raw }
}

async function oneByOne(context: QueueContext, round: Round, calls: readonly Call[]): Promise<Signed[]> {
  const signings: Signed[] = []
  for (const call of calls) {
    const [signed] = await signCalls(context, round, [call])
    if (!signed) break
    signings.push(signed)
    if (signed.kind !== 'signed' && signed.kind !== 'gone') break
  }
  return signings
}

function heldUp(full: boolean, fee: Fee | null, missing: bigint): Signed | null {
  if (full) return { kind: 'full' }
  if (fee === null) return { kind: 'above-ceiling' }
  return missing > 0n ? { kind: 'short', missing } : null
}
