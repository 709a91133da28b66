import type { ChainCall } from './call.ts'
import type { Fee } from './fees.ts'
import type { Outcome } from './outcome.ts'
import type { Work } from './work.ts'

export interface SignedAttempt {
  hash: string
  /** 0x-hex of the signed bytes. */
  raw: `0x${string}`
  fee: Fee
  /** The last head at which it can still be included; absent where its sequence alone decides. */
  validUntil?: number
}

/** Signed bytes as the journal has them. */
export interface SignedBytes {
  hash: string
  raw: Uint8Array
  /** Milliseconds since 1970. */
  signedAt: number
}

/** What the network said to a send. Only `rejected` means that these bytes will not be included as things stand. */
export type SendAnswer =
  | { kind: 'accepted' }
  /** The network has them already, or has included something with this sequence: look. */
  | { kind: 'known' }
  | { kind: 'sequence-used' }
  | { kind: 'underpriced' }
  | { kind: 'insufficient-funds'; message: string }
  | { kind: 'rate-limited'; retryAfterMs?: number }
  | { kind: 'rejected'; message: string }
  /** No answer, or one that says nothing: the bytes may or may not be there. */
  | { kind: 'unclear'; message: string }

export interface Receipt {
  hash: string
  blockNumber: number
  blockHash: string
  ok: boolean
  /** Units of weight used. */
  used: bigint
  /** Smallest unit of the coin, everything included. */
  fee: bigint
  /** Whether it cannot be taken back any more, where the network says so itself; absent: its confirmations tell. */
  final?: boolean
  /** The family's own receipt, for `outcome`. */
  detail: unknown
}

/** What a block holds. */
export interface BlockContent {
  hash: string
  transactions: readonly string[]
}

export interface Limits {
  /** Most a transaction may weigh. */
  weightPerTransaction: bigint
  /** Most that one signer keeps in flight. */
  weightInFlight: bigint
  transactionsInFlight: number
  /** Most mints in one batch. */
  mintsPerBatch: number
  /** Most tokens of a collection in batches whose order is free; further ones are sorted by recipient. */
  unsortedPerCollection: number
  /** The next transaction goes out only after the last one was accepted. */
  inOrder?: boolean
}

/** What one signer may have in flight. */
export interface InFlight {
  weight: bigint
  transactions: number
}

/** What is asked of families whose signed transactions are good for a while, and never after it. */
export interface ExpiryClient {
  /** Heads for which signed bytes are good at most. */
  readonly lifetime: number
  /** Heads after which the same bytes are sent again while they are in no block; absent: the journal's own patience. */
  readonly resendAfter?: number
  /**
   * Ours: how long ago, ms, bytes must have been signed before anything ends by the word of several RPCs. One that has not come so far yet
   * says of what they were signed for the same as of what is too old.
   */
  readonly unknownMs: number
  /**
   * Whether none of these transactions is in any block, nor can be, by the node's own word alone: asked of the same node that said how far
   * the chain is, in all of its history. @throws CoreError `network.incomplete` when the node has thrown away what it would have to look through
   */
  gone(attempts: readonly SignedBytes[]): Promise<boolean>
}

/** From a piece of work to what its transaction did. */
export interface TransactionsClient {
  readonly limits: Limits
  /**
   * Calls and weight of a piece of work; @throws Refusal when it would fail.
   * @param fee what it is to be signed with: contracts of strangers that it calls can look at that
   */
  prepare(work: Work, projectIndex: number, fee?: Fee): Promise<ChainCall>
  sign(call: ChainCall, projectIndex: number, sequence: number, fee: Fee): Promise<SignedAttempt>
  /** Whether an error of one of these calls says that the network is asked too often, and when to come back if it says so; else null. */
  limited(error: unknown): { retryAfterMs?: number } | null
  /** Sends signed bytes in the order given; one answer each. Never throws. */
  send(raws: readonly `0x${string}`[]): Promise<SendAnswer[]>
  /** How many transactions of the account the chain has included at its head. */
  sequence(address: string): Promise<number>
  /** The same with those that wait in the node's pool without a gap. */
  pendingSequence(address: string): Promise<number>
  /** The same as `sequence` at `block`. */
  sequenceAt(address: string, block: number): Promise<number>
  /**
   * Hash of the transaction that used this sequence of the account, at or before `block`; null where it cannot be told (any more).
   * @throws CoreError `network.incomplete` where nothing but the node's history could tell, and that does not reach back
   */
  usedBy(address: string, sequence: number, block: number): Promise<string | null>
  /** Receipts of the hashes that are on the canonical chain now; absent ones are not in the answer. */
  receipts(hashes: readonly string[]): Promise<Map<string, Receipt>>
  /**
   * Hash and transactions' hashes of the blocks at these heights, as they are on the canonical chain now; those that it does not have are
   * not in the answer. Absent: inclusion is seen by receipts alone, which are many times larger.
   */
  blocks?(numbers: readonly number[]): Promise<Map<number, BlockContent>>
  /** What an included transaction did. */
  outcome(work: Work, receipt: Receipt): Promise<Outcome>
}
