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
  /** Where it was seen last, when `included`. */
  blockHash: string | null
  /** The chain's head when it was last sent; null when no answer to a send is on disk. May be ahead of a chain that fell back. */
  sentBlock: number | null
  /** The head when the last attempt was sent for the first time: sending it again does not make it any younger. */
  firstSentBlock: number | null
  /** The network refused the last attempt for good: the sequence must be filled. */
  rejected: boolean
  /** The network said that the last attempt pays too little. */
  underpriced: boolean
  /** The network said that the account cannot pay for the last attempt: a higher fee would be worse. */
  unpaid: boolean
}

/** What one node said, read in one go. */
export interface Observation {
  head: number
  confirmations: number
  /** The receipt of any of its attempts on the canonical chain. */
  receipt: { blockNumber: number; blockHash: string } | null
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
  /** A reorganisation took it out: it counts as sent again and goes out once more. */
  | 'reorganised'
  /** The same bytes go out (again). */
  | 'send'
  /** Another attempt at the same sequence with the same calls and a higher fee. */
  | 'bump'
  /** An empty attempt at the same sequence. */
  | 'fill'
  /** The sequence is used and final, and none of ours is there: verify with the contract, then it is dead. */
  | 'verify-dead'
  | 'wait'

/** Blocks without inclusion after which the same bytes are sent again, and after which the fee is raised. */
export interface Patience {
  resendAfter: number
  bumpAfter: number
}

/** evm.md, Pipeline: "bump after N blocks without inclusion"; the numbers are ours. */
export const patience: Patience = { resendAfter: 2, bumpAfter: 12 }

/** The next step for a transaction; `wait` when time alone can help. */
export function nextStep(transaction: TransactionFacts, seen: Observation, limits: Patience = patience): Step {
  const { receipt } = seen
  if (receipt) {
    if (seen.head - receipt.blockNumber + 1 >= seen.confirmations) return 'settle'
    return transaction.state === 'included' && transaction.blockHash === receipt.blockHash ? 'wait' : 'include'
  }
  if (transaction.state === 'included') return 'reorganised'
  if (seen.count > transaction.sequence) return seen.finalCount > transaction.sequence ? 'verify-dead' : 'wait'
  if (transaction.rejected) return 'fill'
  if (transaction.sentBlock === null) return 'send'
  const waited = seen.head - transaction.sentBlock
  if (transaction.underpriced) return waited === 0 ? 'wait' : 'bump'
  if (transaction.state === 'signed' || waited < 0) return 'send'
  // Only the first in the row can be held up by its own fee.
  const held = seen.head - (transaction.firstSentBlock ?? transaction.sentBlock)
  if (held >= limits.bumpAfter && seen.count === transaction.sequence && !transaction.unpaid) return 'bump'
  return waited >= limits.resendAfter ? 'send' : 'wait'
}

/**
 * The next free sequence of a signer: never one that a transaction of ours has or had, never one that the chain has used.
 * `highestOwn` is the highest sequence in the journal that is not dead, or -1.
 */
export function nextSequence(chainCount: number, highestOwn: number): number {
  return Math.max(chainCount, highestOwn + 1)
}
