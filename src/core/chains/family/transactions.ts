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

/** The network's answer to a send. Only `rejected` means that these bytes cannot be included as things are now. */
export type SendAnswer =
  | { kind: 'accepted' }
  /** The network already has the bytes, or has included a transaction with this sequence: observe which. */
  | { kind: 'known' }
  | { kind: 'sequence-used' }
  | { kind: 'underpriced' }
  | { kind: 'insufficient-funds'; message: string }
  | { kind: 'rate-limited'; retryAfterMs?: number }
  | { kind: 'rejected'; message: string }
  /** No answer, or an unclear one: the network may or may not have the bytes. */
  | { kind: 'unclear'; message: string }

export interface Receipt {
  hash: string
  blockNumber: number
  blockHash: string
  ok: boolean
  /** Units of weight used. */
  used: bigint
  /** The whole fee, smallest unit of the coin. */
  fee: bigint
  /** Whether it is final, where the network says so itself; absent: its confirmations decide. */
  final?: boolean
  /** The family's own receipt, for `outcome`. */
  detail: unknown
}

/** Hashes of a block and of its transactions. */
export interface BlockContent {
  hash: string
  transactions: readonly string[]
}

export interface Limits {
  /** Most weight of one transaction. */
  weightPerTransaction: bigint
  /** Most weight that one signer may have in flight. */
  weightInFlight: bigint
  transactionsInFlight: number
  /** Most mints in one batch. */
  mintsPerBatch: number
  /** Most tokens of a collection in batches in any order; the recipients of further batches are sorted. */
  unsortedPerCollection: number
  /** Each transaction is sent only after the last one was accepted. */
  inOrder?: boolean
}

/** What one signer may have in flight. */
export interface InFlight {
  weight: bigint
  transactions: number
}

/** For families whose signed transactions expire. */
export interface ExpiryClient {
  /** Most heads for which signed bytes are valid. */
  readonly lifetime: number
  /** Heads after which the same bytes are sent again while no block has them; absent: the journal's own `patience`. */
  readonly resendAfter?: number
  /**
   * Ours: how long ago, ms, bytes must have been signed before several RPCs may declare them dead. An RPC that lags and does not know their
   * blockhash yet answers the same as for an expired one.
   */
  readonly unknownMs: number
  /**
   * Whether none of these transactions is or can be in any block, by this node's whole history: the same node that reported the head.
   * @throws CoreError `network.incomplete` when the node has pruned history that it would have to search
   */
  gone(attempts: readonly SignedBytes[]): Promise<boolean>
}

/** From a piece of work to the outcome of its transaction. */
export interface TransactionsClient {
  readonly limits: Limits
  /**
   * The call of a piece of work, with its weight; @throws Refusal when it would fail.
   * @param fee the fee that it will be signed with: contracts of other people that it calls can read that
   */
  prepare(work: Work, projectIndex: number, fee?: Fee): Promise<ChainCall>
  sign(call: ChainCall, projectIndex: number, sequence: number, fee: Fee): Promise<SignedAttempt>
  /** For an error that reports too many requests: when to ask again, if it says so; null for any other error. */
  limited(error: unknown): { retryAfterMs?: number } | null
  /** Sends signed bytes in the order given; returns one answer each. Never throws. */
  send(raws: readonly `0x${string}`[]): Promise<SendAnswer[]>
  /** How many transactions of the account the chain has included at its head. */
  sequence(address: string): Promise<number>
  /** The same, plus the transactions that wait in the node's mempool without a gap. */
  pendingSequence(address: string): Promise<number>
  /** The same as `sequence` at `block`. */
  sequenceAt(address: string, block: number): Promise<number>
  /**
   * Hash of the transaction that used this sequence of the account, at or before `block`; null where it cannot be found (any more).
   * @throws CoreError `network.incomplete` where only the node's history could show it, and that does not reach back
   */
  usedBy(address: string, sequence: number, block: number): Promise<string | null>
  /** Receipts of the transactions that are on the canonical chain now; the map lacks the others. */
  receipts(hashes: readonly string[]): Promise<Map<string, Receipt>>
  /**
   * The blocks at these heights on the canonical chain now; the map lacks those that the node does not have. Absent: inclusion shows only
   * in receipts, which are many times larger.
   */
  blocks?(numbers: readonly number[]): Promise<Map<number, BlockContent>>
  /** The outcome of an included transaction. */
  outcome(work: Work, receipt: Receipt): Promise<Outcome>
}
