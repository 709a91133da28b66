import { type ChainCall, type Fees, type Head, Refusal, type Work } from '../chains/family.ts'
import { PinningError } from '../metadata/pinning.ts'
import { attemptsOf, type CollectionRow, commitSigned, NoLongerWanted, transactionByPk } from '../store/lane.ts'
import type { TransactionPurpose } from '../store/schema.ts'
import type { LaneContext } from './deps.ts'
import { costAtMost, feeWithin } from './fees.ts'
import { sendAll, type Trouble } from './observe.ts'
import type { Outside } from './outside.ts'
import { contentOf } from './work.ts'

/** What one planning round has to give out: sequences, room in flight, money. */
export interface Round {
  head: Head
  fees: Fees
  nextSequence: number
  room: { weight: bigint; transactions: number }
  /** The treasury's balance less what those under way may cost, smallest unit. */
  funds: bigint
  /** The chain lacks what the journal holds as settled. */
  behind: boolean
  /** The key was used by something that the journal does not know: a copy of it, or an older copy of the database. */
  usedOutside: boolean
  /** The same, and that is not final yet: what the contract says of mints may still change. */
  unsettled: boolean
  /** What is to be done about it. */
  outside: Outside
  /** Sends under way, in order. */
  sending: Promise<Trouble | null>
  signed: number
}

export interface Carried {
  purpose: TransactionPurpose
  collection: CollectionRow
  batchPk?: number
  actionPk?: number
  transferPk?: number
  /** Most that may be signed for a unit of weight; null or absent: whatever is asked. */
  ceiling?: bigint | null
}

/**
 * `full`: no room in flight now; `short`: the treasury lacks `missing`; `dear`: more is asked than may be signed; `gone`: cancelled or
 * paused meanwhile; `unpublished`: the metadata is on its way to the pinning service, or cannot go there, for the reason in the error.
 */
export type Signed =
  | { kind: 'signed' }
  | { kind: 'unpublished'; error: PinningError | null }
  | { kind: 'full' }
  | { kind: 'short'; missing: bigint }
  | { kind: 'dear' }
  | { kind: 'gone' }
  | { kind: 'refused'; refusal: Refusal }

/** Prepares a piece of work and signs it: its metadata is kept by the pinning service, the bytes are on disk, then they leave. */
export async function signWork(context: LaneContext, round: Round, work: Work, carried: Carried): Promise<Signed> {
  if (round.room.transactions <= 0 || round.room.weight <= 0n) return { kind: 'full' }
  const { needed, useful } = contentOf(work)
  const unpublished = await unpublishedOf(context, needed)
  if (unpublished) return unpublished
  // A collection may have been deployed before there was a storage for its own metadata.
  await publishLater(context, [
    ...useful,
    ...(carried.purpose === 'mint' ? [carried.collection.contract_uri ?? ''] : []),
  ])
  try {
    return await signCall(context, round, await context.client.prepare(work, context.project.index), carried)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error }
    throw error
  }
}

/** Has our metadata published; null when all of it is. */
export async function unpublishedOf(
  { deps, project }: LaneContext,
  named: readonly string[],
): Promise<Extract<Signed, { kind: 'unpublished' }> | null> {
  try {
    return (await deps.metadata.publish(project, named)) ? null : { kind: 'unpublished', error: null }
  } catch (error) {
    if (error instanceof PinningError) return { kind: 'unpublished', error }
    throw error
  }
}

/** Has what nothing waits for published, as far as that can be done now. */
async function publishLater(context: LaneContext, named: readonly string[]): Promise<void> {
  for (const name of named) await unpublishedOf(context, [name])
}

/** Signs a call under the round's next sequence, commits it with what it carries, and sends it while the next is made. */
export async function signCall(context: LaneContext, round: Round, call: ChainCall, carried: Carried): Promise<Signed> {
  const { deps, client, lane, project } = context
  const weight = BigInt(call.weight)
  if (round.room.transactions <= 0 || weight > round.room.weight) return { kind: 'full' }
  const fee = feeWithin(round.fees, carried.ceiling ?? null)
  if (fee === null) return { kind: 'dear' }
  const cost = costAtMost(call, fee.max)
  if (cost > round.funds) return { kind: 'short', missing: cost - round.funds }
  const sequence = round.nextSequence
  const signed = await client.sign(call, project.index, sequence, fee)
  let pk: number
  deps.point('before commit')
  try {
    pk = await commitSigned(
      deps.db,
      {
        ...lane,
        sequence,
        purpose: carried.purpose,
        collectionPk: carried.collection.pk,
        batchPk: carried.batchPk ?? null,
        actionPk: carried.actionPk ?? null,
        transferPk: carried.transferPk ?? null,
        call: JSON.stringify(call),
        hash: signed.hash,
        raw: Buffer.from(signed.raw.slice(2), 'hex'),
        maxFee: signed.fee.max,
        priorityFee: signed.fee.priority,
      },
      deps.clock(),
    )
  } catch (error) {
    if (error instanceof NoLongerWanted) return { kind: 'gone' }
    throw error
  }
  deps.point('after commit')
  // Begun now, so that it is there when it is waited for; a fault of it comes up there.
  deps.marks.raise(lane, { sequence, hash: signed.hash }).catch(() => {})
  round.nextSequence++
  round.room.weight -= weight
  round.room.transactions--
  round.funds -= cost
  round.signed++
  round.sending = round.sending.then(async (trouble) => {
    // What was held back is on disk, and goes out with the next look, in order.
    if (trouble !== null && client.limits.inOrder) return trouble
    return (await sendOne(context, pk, round.head)) ?? trouble
  })
  // A send that fails outright is looked at by whoever awaits the round; until then it must not count as unhandled.
  round.sending.catch(() => {})
  return { kind: 'signed' }
}

async function sendOne(context: LaneContext, pk: number, head: Head): Promise<Trouble | null> {
  const { db } = context.deps
  const transaction = await transactionByPk(db, pk)
  const attempts = await attemptsOf(db, [pk])
  return sendAll(
    context,
    attempts.slice(-1).map((attempt) => ({ transaction, attempt })),
    head,
  )
}
