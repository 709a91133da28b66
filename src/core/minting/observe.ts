import type { Head } from '../chains/family/network.ts'
import type { Outcome } from '../chains/family/outcome.ts'
import type { Receipt, SendAnswer } from '../chains/family/transactions.ts'
import type { Work } from '../chains/family/work.ts'
import type { ChainClient } from '../chains/family.ts'
import { endingOf, isTaken, nextStep, patience, transactionFacts } from '../journal/steps.ts'
import { batchByPk, batchMints } from '../store/batches.ts'
import { recordSale } from '../store/collection-settings.ts'
import { collectionByPk } from '../store/collections.ts'
import {
  type AttemptRow,
  attemptsOf,
  type BatchRow,
  type CollectionRow,
  failuresOf,
  openTransactions,
  type TransactionRow,
} from '../store/lane.ts'
import type { CeilingOf } from '../store/money.ts'
import { markIncluded, markReorganised, recordAnswers } from '../store/sent-transactions.ts'
import { settleElsewhere, settleFailed } from '../store/settle-batches.ts'
import { settleMinted } from '../store/settle-minted.ts'
import { markDead, type Reason, type Inclusion as Settled, settlePlain } from '../store/settle-transaction.ts'
import { transferByPk } from '../store/transfers.ts'
import { confirmedBlock } from './confirmed.ts'
import type { LaneContext } from './deps.ts'
import { mintedElsewhere } from './elsewhere.ts'
import { raise } from './raise.ts'
import { staleToken } from './token-refusals.ts'
import { contractOf, transactionWork } from './work.ts'

/** What one look at the chain changed. */
export interface Observed {
  /** Transactions still open. */
  open: number
  /** Batches that ended. */
  batches: number[]
  /** Collections whose counters on chain are to be compared again. */
  suspect: number[]
  /** What the chain has included of this signer, and the lowest sequence that is open: less means a gap. */
  count: number
  lowest: number
  /** Why a send did not get through; null when all did. */
  trouble: Trouble | null
  /** What the signer lacks for the higher fee that a transaction needs, smallest unit. */
  missing: bigint | null
  /** A transaction that needs a higher fee than its run may pay. */
  stuck: { price: bigint; of: CeilingOf } | null
}

export type Trouble = Extract<SendAnswer, { kind: 'insufficient-funds' | 'rate-limited' | 'unclear' }>

interface Look {
  head: Head
  final: Head
  count: number
  finalCount: number
  /** Where attempts are on the canonical chain, by their hashes. */
  seen: Map<string, Inclusion & Pick<Receipt, 'final'>>
  /** The receipts that were read along. */
  receipts: Map<string, Receipt>
}

/** Where a transaction is. */
type Inclusion = Pick<Receipt, 'hash' | 'blockNumber' | 'blockHash'>

/** How far the lane has read blocks for receipts; null: receipts are looked up by hash. */
export interface Scan {
  through: number | null
  /** The head at the last look: nothing changes without a new one. */
  hash: string | null
}

/** More blocks than this behind, receipts are looked up by hash instead. */
const blocksAtMost = 32

/** Looks at the chain for everything open in the lane and takes each transaction's next step. */
export async function observe(context: LaneContext, scan: Scan): Promise<Observed> {
  const { deps, client, lane } = context
  const open = await openTransactions(deps.db, lane)
  const observed: Observed = {
    open: open.length,
    batches: [],
    suspect: [],
    count: 0,
    lowest: 0,
    trouble: null,
    missing: null,
    stuck: null,
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
  const look = await lookAt(context, scan, open, attempts)
  observed.count = look.count
  observed.lowest = first.sequence
  const sends: Send[] = []
  const resend = ({ pk: transactionPk, sequence }: TransactionRow, { pk: attemptPk, hash, raw }: AttemptRow) =>
    sends.push({ transactionPk, attemptPk, sequence, hash, raw })
  const seen: { transactionPk: number; at: Inclusion }[] = []
  const confirmed: (Omit<Confirmed, 'receipt'> & { place: Inclusion })[] = []
  const limits = { ...patience, resendAfter: client.expiry?.resendAfter ?? patience.resendAfter }
  for (const transaction of open) {
    const own = attempts.get(transaction.pk) ?? []
    const last = own.at(-1)
    if (!last) throw new Error(`transaction ${transaction.pk} has no signed bytes`)
    const place = own.map(({ hash }) => look.seen.get(hash)).find((found) => found !== undefined) ?? null
    const step = nextStep(
      transactionFacts(transaction, last),
      {
        head: look.head.number,
        confirmations: client.confirmations,
        receipt: place,
        count: look.count,
        finalCount: look.finalCount,
        finalHead: look.final.number,
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
      // Nothing can be signed while the vault is locked: the same bytes are all there is.
      const locked = deps.chains.locked(context.project.kind) !== null
      const raised = locked ? ({ kind: 'enough' } as const) : await raise(context, transaction, last, step === 'fill')
      if (raised.kind === 'attempt') resend(transaction, raised.attempt)
      // The same bytes may have been dropped meanwhile: they go out again now and then.
      else if (look.head.number - (last.sent_block ?? 0) >= patience.resendAfter) resend(transaction, last)
      if (raised.kind === 'short') observed.missing = raised.missing
      if (raised.kind === 'ceiling') observed.stuck = raised
    } else if (step === 'verify-dead') {
      if (await deadForCertain(context, transaction, own, look.final)) {
        deps.point('before dead')
        if (!(await giveUpSequence(context, transaction, look.head, observed))) continue
        deps.point('after dead')
        observed.open--
        if (transaction.collection_pk !== null) observed.suspect.push(transaction.collection_pk)
      }
    }
  }
  await markIncluded(deps.db, seen, deps.clock())
  await settleAll(context, await withReceipts(client, look, confirmed), observed)
  observed.trouble = await sendAll(context, sends, look.head)
  return observed
}

async function lookAt(
  { client, lane }: LaneContext,
  scan: Scan,
  open: readonly TransactionRow[],
  attempts: ReadonlyMap<number, readonly AttemptRow[]>,
): Promise<Look> {
  const [head, final] = await Promise.all([client.head(), client.finalized()])
  const [count, finalCount] = await Promise.all([
    client.sequence(lane.signer),
    client.sequenceAt(lane.signer, Math.min(final.number, head.number)),
  ])
  const hashesOf = (transactions: readonly TransactionRow[]) =>
    transactions.flatMap(({ pk }) => (attempts.get(pk) ?? []).map(({ hash }) => hash))
  const { through } = scan
  const byBlock = through !== null && head.number >= through && head.number - through <= blocksAtMost
  if (byBlock && client.blocks) {
    const seen = await seenInBlocks(client.blocks, { from: through + 1, to: head.number }, open, hashesOf(open))
    // Those that the chain has passed or included before are asked for one by one: a reorganisation may have moved them.
    const unseen = open.filter(
      (one) => (one.state === 'included' || one.sequence < count) && !hashesOf([one]).some((hash) => seen.has(hash)),
    )
    const receipts = await client.receipts(hashesOf(unseen))
    for (const [hash, receipt] of receipts) seen.set(hash, receipt)
    scan.through = head.number
    scan.hash = head.hash
    return { head, final, count, finalCount, seen, receipts }
  }
  const receipts = await client.receipts(hashesOf(open))
  scan.through = head.number
  scan.hash = head.hash
  return { head, final, count, finalCount, seen: receipts, receipts }
}

/** Which of the hashes new blocks hold, and which included ones are still where they were: without a receipt, of which each is read once. */
async function seenInBlocks(
  blocksAt: NonNullable<ChainClient['blocks']>,
  { from, to }: { from: number; to: number },
  open: readonly TransactionRow[],
  hashes: readonly string[],
): Promise<Map<string, Inclusion>> {
  const numbers = new Set(open.flatMap(({ state, block_number }) => (state === 'included' ? (block_number ?? []) : [])))
  for (let number = from; number <= to; number++) numbers.add(number)
  const blocks = await blocksAt([...numbers])
  const wanted = new Set(hashes)
  const seen = new Map<string, Inclusion>()
  for (const [blockNumber, block] of blocks)
    for (const hash of block.transactions)
      if (wanted.has(hash)) seen.set(hash, { hash, blockNumber, blockHash: block.hash })
  return seen
}

/** The receipts of confirmed transactions; one that the node does not have now, or has of another block, waits for the next look. */
async function withReceipts(
  client: ChainClient,
  { receipts }: Look,
  confirmed: readonly (Omit<Confirmed, 'receipt'> & { place: Inclusion })[],
): Promise<Confirmed[]> {
  const missing = confirmed.flatMap(({ place }) => (receipts.has(place.hash) ? [] : [place.hash]))
  const asked = missing.length === 0 ? receipts : await client.receipts(missing)
  return confirmed.flatMap(({ place, ...one }) => {
    const receipt = receipts.get(place.hash) ?? asked.get(place.hash)
    return receipt?.blockHash === place.blockHash ? [{ ...one, receipt }] : []
  })
}

/**
 * Writes down that a transaction's sequence was used by something else. Its batch waits for another, unless the contract knows its job: a
 * copy of it was faster, or a node keeps its receipt back; then it ends by what the chain holds. False when that cannot be told, or not
 * yet: what minted the job may be in a block that is taken back.
 */
async function giveUpSequence(
  context: LaneContext,
  transaction: TransactionRow,
  head: Head,
  observed: Observed,
): Promise<boolean> {
  const { deps, client } = context
  const { pk, batch_pk } = transaction
  const collection = await collectionOf(context, transaction)
  const batch = batch_pk === null ? undefined : await batchByPk(deps.db, batch_pk)
  const firstTokenId = batch && collection ? await client.job(contractOf(collection), batch.job_id) : 0
  if (!batch || !collection || firstTokenId === 0) {
    await markDead(deps.db, pk, deps.clock())
    return true
  }
  const confirmed = await client.job(contractOf(collection), batch.job_id, confirmedBlock(client, head))
  if (confirmed !== firstTokenId) return false
  const mints = await batchMints(deps.db, batch.pk)
  const minted = await mintedElsewhere(context, collection, batch, mints, { firstTokenId })
  if (minted === null) return false
  await settleElsewhere(deps.db, { batchPk: batch.pk, minted, transaction: { pk, inclusion: null } }, deps.clock())
  observed.batches.push(batch.pk)
  return true
}

/**
 * Whether a transaction can never be included: its sequence is used at a final block, and by none of its attempts. That no receipt is
 * told is not enough where it can be seen what used the sequence: receipts may come late.
 */
async function deadForCertain(
  { deps, client, lane }: LaneContext,
  transaction: TransactionRow,
  own: readonly AttemptRow[],
  final: Head,
): Promise<boolean> {
  const hashes = own.map(({ hash }) => hash)
  if (client.expiry) {
    if (!(await client.expiry.gone(hashes))) return false
    deps.log.warn({ network: client.network, hashes }, 'a transaction expired without having been included')
    return true
  }
  const receipts = await client.receipts(hashes)
  if (receipts.size > 0) return false
  const user = await client.usedBy(lane.signer, transaction.sequence, final.number)
  if (own.some(({ hash }) => hash === user)) return false
  deps.log.warn({ network: client.network, sequence: transaction.sequence }, 'a sequence was used by something outside')
  return true
}

/** A transaction with all its confirmations. */
interface Confirmed {
  transaction: TransactionRow
  own: readonly AttemptRow[]
  receipt: Receipt
}

/** Ours: what is read and written down together. Transactions of so many bytes mint some 3,000 or 150, as they are large or small; their receipts are some 5 MB. */
const bytesTogether = 100_000

/**
 * Writes down what confirmed transactions did: asks the chain of several side by side, and settles those that minted in one commit. One of
 * which the chain says nothing that fits holds up none of the others.
 */
async function settleAll(context: LaneContext, confirmed: readonly Confirmed[], observed: Observed): Promise<void> {
  const { deps } = context
  for (let from = 0, some = 0; from < confirmed.length; from += some) {
    some = manyWithin(bytesTogether, confirmed.slice(from))
    const asked = await Promise.allSettled(confirmed.slice(from, from + some).map((one) => endOf(context, one)))
    const ends = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const minted = ends.filter((end) => end.kind === 'minted')
    if (minted.length > 0) {
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
    for (const end of ends) {
      if (end.kind === 'minted') continue
      await settle(context, end, observed)
      observed.open--
    }
    for (const answer of asked) if (answer.status === 'rejected') throw answer.reason
  }
}

/** How many, from the first on, have so many signed bytes together; at least one. */
function manyWithin(most: number, confirmed: readonly Confirmed[]): number {
  let bytes = 0
  const beyond = confirmed.findIndex(({ own }) => {
    bytes += own.at(-1)?.raw.length ?? 0
    return bytes > most
  })
  return beyond === -1 ? confirmed.length : Math.max(1, beyond)
}

type Carrying = { collection: CollectionRow; batch: BatchRow }

/** How a confirmed transaction ends. */
type End =
  | { kind: 'minted'; at: Parameters<typeof settleMinted>[1][number] }
  | ({ kind: 'batch'; inclusion: Settled; transaction: TransactionRow } & Carrying & {
        outcome: Exclude<Outcome, { kind: 'done' }>
      })
  | {
      kind: 'other'
      inclusion: Settled
      transaction: TransactionRow
      reason: Reason | null
      changes: Extract<Outcome, { kind: 'done' }>['changes']
      /** Its sale is to be read anew. */
      sale: CollectionRow | null
    }

async function endOf(context: LaneContext, { transaction, own, receipt }: Confirmed): Promise<End> {
  const { deps, client } = context
  const inclusion: Settled = { ...receipt, gasUsed: receipt.used }
  const filled = own.find(({ hash }) => hash === receipt.hash)?.fill === 1
  const collection = await collectionOf(context, transaction)
  const batch = transaction.batch_pk === null ? undefined : await batchByPk(deps.db, transaction.batch_pk)
  const work = await transactionWork(context, collection, batch, transaction)
  if (!work || !batch || !collection) {
    const { reason, changes } = filled
      ? { reason: refusedReason(own), changes: undefined }
      : await plainEndOf(context, work, receipt)
    const sale = work?.kind === 'set-payments' && collection && !reason ? collection : null
    return { kind: 'other', inclusion, transaction, reason, changes, sale }
  }
  const outcome: Outcome = filled ? { kind: 'failed', ...refusedReason(own) } : await client.outcome(work, receipt)
  if (outcome.kind === 'done') throw new Error(`the contract says of batch ${batch.pk} that it was no batch`)
  if (endingOf(outcome.kind, filled) !== 'minted' || outcome.kind !== 'minted')
    return { kind: 'batch', inclusion, transaction, collection, batch, outcome }
  const { kind: _minted, ...tokens } = outcome
  return { kind: 'minted', at: { transactionPk: transaction.pk, batchPk: batch.pk, inclusion, ...tokens } }
}

/** Settles what minted nothing new. */
async function settle(context: LaneContext, end: Exclude<End, { kind: 'minted' }>, observed: Observed): Promise<void> {
  const { deps } = context
  const { transaction, inclusion } = end
  if (end.kind === 'other') {
    await settleOther(context, end)
    if (end.sale) await recordSaleOf(context, end.sale)
    return
  }
  const { batch, collection, outcome } = end
  const now = deps.clock()
  deps.point('before settle')
  if (outcome.kind === 'failed') {
    await settleFailed(deps.db, { transactionPk: transaction.pk, batchPk: batch.pk, inclusion, reason: outcome }, now)
    if (outcome.elsewhere) observed.suspect.push(collection.pk)
  } else {
    const mints = await batchMints(deps.db, batch.pk)
    const minted = await mintedElsewhere(context, collection, batch, mints, outcome)
    if (minted === null) return
    await settleElsewhere(deps.db, { batchPk: batch.pk, minted, transaction: { pk: transaction.pk, inclusion } }, now)
    observed.suspect.push(collection.pk)
  }
  deps.point('after settle')
  observed.batches.push(batch.pk)
}

/** What a transaction that carries no batch did; its reason is null when it did what it was for, or that was done before. */
async function plainEndOf(
  { client }: LaneContext,
  work: Work | null,
  receipt: Receipt,
): Promise<Pick<Extract<End, { kind: 'other' }>, 'reason' | 'changes'>> {
  const outcome = work ? await client.outcome(work, receipt) : null
  if (outcome?.kind === 'failed') return { reason: outcome, changes: undefined }
  if (outcome !== null || receipt.ok)
    return { reason: null, changes: outcome?.kind === 'done' ? outcome.changes : undefined }
  return { reason: { code: 'chain.reverted', message: 'The deployment was refused by the chain.' }, changes: undefined }
}

/** What was bought and can be bought, as it stands after the payments were changed. */
async function recordSaleOf({ deps, client }: LaneContext, collection: CollectionRow): Promise<void> {
  await recordSale(deps.db, collection.pk, await client.counters(contractOf(collection)))
}

function refusedReason(own: readonly AttemptRow[]): Reason {
  const answer = own.map(({ answer }) => answer).find((text) => text?.startsWith('rejected'))
  return {
    code: 'network.rejected',
    message: `The network refused the transaction (${answer ?? 'no reason given'}). Nothing was minted by it; retry.`,
  }
}

/** Ours: transactions that may be overtaken by changes of their NFT's tree before a person is told. */
const overtakenAtMost = 5

async function settleOther(
  { deps, wake }: LaneContext,
  { transaction, inclusion, reason, changes }: Extract<End, { kind: 'other' }>,
): Promise<void> {
  const now = deps.clock()
  deps.point('before settle')
  const { action_pk: actionPk, transfer_pk: transferPk } = transaction
  const again = reason?.code === staleToken && (await failuresOf(deps.db, transaction)) < overtakenAtMost
  const ended = await settlePlain(deps.db, { transaction, inclusion, reason, changes, again }, now)
  if (actionPk !== null && !again) deps.events.actionEnded(actionPk)
  if (transferPk !== null && ended) deps.events.transferEnded(transferPk)
  // Its wallet has the coin, or the next transfer's turn has come.
  if (transferPk !== null) wake((await transferByPk(deps.db, transferPk)).signer)
  deps.point('after settle')
}

async function collectionOf(
  { deps }: LaneContext,
  { collection_pk }: TransactionRow,
): Promise<CollectionRow | undefined> {
  return collection_pk === null ? undefined : collectionByPk(deps.db, collection_pk)
}

/** Signed bytes on their way. */
export interface Send {
  transactionPk: number
  attemptPk: number
  sequence: number
  hash: string
  raw: Buffer
}

/** Sends signed bytes in order and writes the answers down. What is unclear stays as it is: it is looked at, never replaced. */
export async function sendAll(
  { deps, client, lane }: LaneContext,
  sends: readonly Send[],
  head: Head,
): Promise<Trouble | null> {
  if (sends.length === 0) return null
  // The highest stands for those below it.
  const { sequence, hash } = sends.reduce((highest, send) => (send.sequence > highest.sequence ? send : highest))
  await deps.marks.raise(lane, { sequence, hash })
  deps.point('before send')
  const answers = await client.send(sends.map(({ raw }) => `0x${raw.toString('hex')}` as const))
  deps.point('after send')
  await recordAnswers(
    deps.db,
    sends.map(({ transactionPk, attemptPk }, index) => {
      const answer = answers[index] ?? { kind: 'unclear', message: 'no answer' }
      const sent = isTaken(answer.kind)
      const text = 'message' in answer ? `${answer.kind}: ${answer.message}`.slice(0, 500) : answer.kind
      return { attemptPk, transactionPk, answer: text, sent }
    }),
    head.number,
    deps.clock(),
  )
  return answers.find(isTrouble) ?? null
}

function isTrouble(answer: SendAnswer): answer is Trouble {
  return answer.kind === 'insufficient-funds' || answer.kind === 'rate-limited' || answer.kind === 'unclear'
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
