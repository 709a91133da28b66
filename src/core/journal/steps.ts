import { type AttemptState, attemptMoves, type endings, type TransactionState } from './states.ts'

/**
 * The journal's rules as one pure function: what to do next about a transaction that is on disk and not settled, given what one
 * node of the network says. The engine carries the steps out; nothing else decides over a transaction.
 *
 * signed ── send ──▶ sent ── receipt ──▶ included ── confirmations ──▶ settled (succeeded or failed)
 *    ▲                │ ▲                    │
 *    │                │ └── reorganised ─────┘        sequence used by something else, for certain ──▶ dead
 */

export interface TransactionFacts {
  state: 'signed' | 'sent' | 'included'
  sequence: number
  /** The block in which it was last seen, if it is `included`. */
  blockHash: string | null
  /** The head when it was last sent; null when no answer to a send is on disk. After a reorganisation it may be above the head. */
  sentBlock: number | null
  /** The head when the last attempt was first sent; sending it again does not change this. */
  firstSentBlock: number | null
  /** The network refused the last attempt for good: the sequence must be filled. */
  rejected: boolean
  /** The network said that the last attempt pays too little. */
  underpriced: boolean
  /** The network said that the account cannot pay for the last attempt: a higher fee would be worse. */
  unpaid: boolean
  /** The last head at which its bytes can be included; such a transaction has one attempt only. Null where its sequence alone decides. */
  validUntil?: number | null
}

/** What one node said, read in one go. */
export interface Observation {
  head: number
  confirmations: number
  /** The receipt of any of its attempts on the canonical chain. */
  receipt: { blockNumber: number; blockHash: string /** The network itself calls it final. */; final?: boolean } | null
  /** The last final block; needed for transactions that expire. */
  finalHead?: number
  /** Transactions of the signer that the chain had included at its head. */
  count: number
  /** The same at the last final block. */
  finalCount: number
}

export type Step =
  /** Enough confirmations: read what it did and write it down for good. */
  | 'settle'
  /** Write down where it was included. */
  | 'include'
  /** A reorganisation removed it: its state goes back to `sent`, and it is sent again. */
  | 'reorganised'
  /** The same bytes go out (again). */
  | 'send'
  /** Another attempt at the same sequence with the same calls and a higher fee. */
  | 'bump'
  /** An empty attempt at the same sequence. */
  | 'fill'
  /** A final block has used the sequence without one of our attempts, or is past its expiry: verify with the contract, then it is dead. */
  | 'verify-dead'
  | 'wait'

/** Blocks without inclusion after which the same bytes are sent again, and after which the fee is bumped. */
export interface Patience {
  resendAfter: number
  bumpAfter: number
}

/**
 * Ours: a transaction that a node dropped is sent again after two blocks. A fee covers twelve full blocks (`feesOf` in
 * src/core/chains/evm/transactions/fees.ts), so one that waits longer may pay too little.
 */
export const patience: Patience = { resendAfter: 2, bumpAfter: 12 }

/** The next step for a transaction; `wait` when time alone can help. */
export function nextStep(transaction: TransactionFacts, seen: Observation, limits: Patience = patience): Step {
  const { receipt } = seen
  if (receipt) {
    if (receipt.final ?? seen.head - receipt.blockNumber + 1 >= seen.confirmations) return 'settle'
    return transaction.state === 'included' && transaction.blockHash === receipt.blockHash ? 'wait' : 'include'
  }
  if (transaction.state === 'included') return 'reorganised'
  if (typeof transaction.validUntil === 'number')
    return nextOfExpiring(transaction, transaction.validUntil, seen, limits)
  if (seen.count > transaction.sequence) return seen.finalCount > transaction.sequence ? 'verify-dead' : 'wait'
  if (transaction.rejected) return 'fill'
  if (transaction.sentBlock === null) return 'send'
  const waited = seen.head - transaction.sentBlock
  if (transaction.underpriced) return waited === 0 ? 'wait' : 'bump'
  if (transaction.state === 'signed' || waited < 0) return 'send'
  // Only the transaction with the lowest open sequence can be held up by its own fee.
  const held = seen.head - (transaction.firstSentBlock ?? transaction.sentBlock)
  if (held >= limits.bumpAfter && seen.count === transaction.sequence && !transaction.unpaid) return 'bump'
  return waited >= limits.resendAfter ? 'send' : 'wait'
}

/**
 * The next step for a transaction that expires and is in no block. It never gets a second attempt, since both could be included: the same bytes are
 * sent until they expire, and it is given up only when the final head is past their expiry.
 */
function nextOfExpiring(
  { state, sentBlock }: TransactionFacts,
  validUntil: number,
  { head, finalHead = -1 }: Observation,
  { resendAfter }: Patience,
): Step {
  if (finalHead > validUntil) return 'verify-dead'
  if (head > validUntil) return 'wait'
  if (sentBlock === null || state === 'signed' || head < sentBlock) return 'send'
  return head - sentBlock >= resendAfter ? 'send' : 'wait'
}

/** The network's possible answers to a send (`SendAnswer`), and the move of the attempt that each causes. */
const answers = {
  accepted: attemptMoves.take,
  known: attemptMoves.take,
  'sequence-used': attemptMoves.take,
  underpriced: attemptMoves.underprice,
  'insufficient-funds': attemptMoves.lackFunds,
  'rate-limited': attemptMoves.limit,
  rejected: attemptMoves.reject,
  unclear: attemptMoves.lose,
} as const

export type AnswerKind = keyof typeof answers

/** The state of an attempt after an answer, which is kept as `<kind>` or `<kind>: <text>`; null: it was never sent. */
export function attemptState(answer: string | null): AttemptState {
  if (answer === null) return 'unsent'
  const kind = answer.split(':', 1)[0] ?? ''
  if (!(kind in answers)) throw new Error(`an answer of an unknown kind is in the journal: ${answer}`)
  return answers[kind as AnswerKind].to
}

/** Whether an answer means that the network has the bytes, or another transaction with their sequence: the transaction counts as sent. */
export function isTaken(answer: AnswerKind): boolean {
  return answers[answer].to === 'taken'
}

/** The facts of an open transaction, from its row and its last attempt. */
export function transactionFacts(
  transaction: { state: TransactionState; sequence: number; block_hash: string | null },
  last: {
    answer: string | null
    fill: 0 | 1
    sent_block: number | null
    first_sent_block: number | null
    valid_until?: number | null
  },
): TransactionFacts {
  const { state } = transaction
  if (state !== 'signed' && state !== 'sent' && state !== 'included')
    throw new Error(`a transaction that is ${state} has no next step`)
  const answer = attemptState(last.answer)
  return {
    state,
    sequence: transaction.sequence,
    blockHash: transaction.block_hash,
    sentBlock: last.sent_block,
    firstSentBlock: last.first_sent_block,
    // An empty attempt cannot be replaced by another empty one: it is sent until the network takes it.
    rejected: answer === 'rejected' && last.fill === 0,
    underpriced: answer === 'underpriced',
    unpaid: answer === 'unpaid',
    validUntil: last.valid_until ?? null,
  }
}

/**
 * How a transaction that carries a batch ends, from what the contract did; the moves are in `endings`. `filled`: an empty attempt of it
 * was included, so nothing was minted.
 */
export function endingOf(
  outcome:
    | 'minted'
    | 'already-minted'
    | 'failed'
    | 'another-writer'
    | 'another-history'
    | 'replaced-minted'
    | 'unclear',
  filled: boolean,
): keyof typeof endings {
  if (filled || outcome === 'failed') return 'failed'
  if (outcome === 'minted') return 'minted'
  return outcome === 'already-minted' ? 'alreadyMinted' : 'fenced'
}
