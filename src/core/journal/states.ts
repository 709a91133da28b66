/**
 * The states of everything in the journal and all the ways from one to another; nothing else is allowed, and every write of a state
 * in src/core/store takes both ends from here. docs/journal.md shows them as a picture.
 */

/** One event of a table: the states it may happen in, and the one it leads to. */
export interface Move<State extends string = string> {
  readonly from: readonly State[]
  readonly to: State
}

/** One NFT that is to be minted. It begins as `queued`. */
export const mintMoves = {
  /** It becomes a member of a batch, at its place, for good. */
  compose: { from: ['queued'], to: 'composed' },
  /** It cannot be minted: its files cannot be fetched, or its collection cannot be deployed. */
  refuse: { from: ['queued'], to: 'failed' },
  /** Its batch was minted, with all confirmations. */
  succeed: { from: ['composed'], to: 'succeeded' },
  /** Its batch failed, whole. */
  fail: { from: ['composed'], to: 'failed' },
  /** The chain was found to hold it already. */
  find: { from: ['queued', 'composed', 'failed', 'cancelled'], to: 'succeeded' },
  /** Its batch ended without minting it: it waits for another batch. */
  release: { from: ['composed'], to: 'queued' },
  /** Its run was cancelled. */
  cancel: { from: ['queued'], to: 'cancelled' },
  /** Its run was cancelled, and its batch given up. */
  giveUp: { from: ['composed'], to: 'cancelled' },
  /** A person tries again. */
  retry: { from: ['failed'], to: 'queued' },
  /** A person gave it another recipient, name or picture. */
  correct: { from: ['failed'], to: 'queued' },
  /** Another run brings the same id again. */
  takeOver: { from: ['failed', 'cancelled'], to: 'queued' },
  /** A reorganisation took it out for good, and a person said to go on. */
  lose: { from: ['succeeded'], to: 'failed' },
} as const satisfies Record<string, Move>

/** Mints that are minted together, under one job id. It begins as `composed`; members, order and job id never change. */
export const batchMoves = {
  /** Its metadata is stored and has its address; it is pinned before the transaction is signed. */
  prepare: { from: ['composed'], to: 'prepared' },
  /** A transaction that carries it is on disk. */
  sign: { from: ['prepared'], to: 'signed' },
  /** Its transaction is dead, or failed by the contract's fence or for no known reason (`Fenced`): the batch waits for another transaction. */
  unsign: { from: ['signed'], to: 'prepared' },
  succeed: { from: ['signed'], to: 'succeeded' },
  /** Its transaction was included and reverted, or an empty attempt of it was included. */
  fail: { from: ['signed'], to: 'failed' },
  /** The chain would refuse it, or holds its job already. */
  refuse: { from: ['prepared'], to: 'failed' },
  /** Some of its mints were found on the chain, so its members no longer match its job id. */
  dissolve: { from: ['composed', 'prepared'], to: 'failed' },
  /** Its run was cancelled. */
  giveUp: { from: ['composed', 'prepared'], to: 'failed' },
  /** A reorganisation took it out for good, and a person said to go on: its job id is never used again. */
  lose: { from: ['succeeded'], to: 'failed' },
} as const satisfies Record<string, Move>

/** One sequence of a signer, and the call that takes it. It begins as `signed`. */
export const transactionMoves = {
  /** The network said that it has the transaction. */
  send: { from: ['signed'], to: 'sent' },
  /** An attempt of it was seen in a block. */
  include: { from: ['signed', 'sent', 'included'], to: 'included' },
  /** The block it was in is not on the chain any more. */
  reorganise: { from: ['included'], to: 'sent' },
  /** All confirmations are there, and it did what it was for. */
  succeed: { from: ['signed', 'sent', 'included'], to: 'succeeded' },
  /** All confirmations are there, and it did not. */
  fail: { from: ['signed', 'sent', 'included'], to: 'failed' },
  /** Its sequence is used by something else, for certain. */
  die: { from: ['signed', 'sent'], to: 'dead' },
  /** A reorganisation took it out for good, and a person said to go on: it does not go out again. */
  lose: { from: ['succeeded'], to: 'dead' },
} as const satisfies Record<string, Move>

const anyAnswer = ['unsent', 'taken', 'underpriced', 'unpaid', 'limited', 'unclear', 'rejected'] as const

/**
 * Signed bytes of a transaction: its first attempt, or a later one at the same sequence. It begins as `unsent`. Its state is the last answer to a
 * send of it (`attemptState`), so any state may follow any other; only the last attempt of a transaction is ever sent.
 */
export const attemptMoves = {
  /** Accepted, known, or the chain has used its sequence. */
  take: { from: anyAnswer, to: 'taken' },
  underprice: { from: anyAnswer, to: 'underpriced' },
  lackFunds: { from: anyAnswer, to: 'unpaid' },
  limit: { from: anyAnswer, to: 'limited' },
  /** No answer, or an unclear one. */
  lose: { from: anyAnswer, to: 'unclear' },
  reject: { from: anyAnswer, to: 'rejected' },
} as const satisfies Record<string, Move>

/** What the outcomes of a transaction mean for it, for its batch, and for the batch's mints. */
export const endings = {
  minted: { transaction: transactionMoves.succeed, batch: batchMoves.succeed, mint: mintMoves.succeed },
  failed: { transaction: transactionMoves.fail, batch: batchMoves.fail, mint: mintMoves.fail },
  /** The chain recorded the batch's job earlier: the mints that are known to be on the chain are found, the others wait again. */
  alreadyMinted: { transaction: transactionMoves.fail, batch: batchMoves.fail, mint: mintMoves.release },
  /** The fence refused it, or nothing shows why it failed (`unclear`): the batch waits unchanged until journal and contract were compared. */
  fenced: { transaction: transactionMoves.fail, batch: batchMoves.unsign, mint: null },
} as const

/** A spreadsheet's mints. It begins as `running`. Apart from its state, `entering` says whether rows of it are still being added to the mints. */
export const runMoves = {
  pause: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['running', 'paused'], to: 'running' },
  cancel: { from: ['running', 'paused'], to: 'cancelled' },
  /** Nothing of it waits, and no row is still to be added. */
  finish: { from: ['running'], to: 'finished' },
  /** Failed mints of it wait again, as they are or corrected. */
  retry: { from: ['finished', 'cancelled'], to: 'running' },
} as const satisfies Record<string, Move>

/** A change of a collection or an NFT. It begins as `pending`. */
export const actionMoves = {
  succeed: { from: ['pending'], to: 'succeeded' },
  fail: { from: ['pending'], to: 'failed' },
} as const satisfies Record<string, Move>

/** A collection's contract. It begins as `new` (a default collection) or `wanted`. */
export const collectionMoves = {
  want: { from: ['new'], to: 'wanted' },
  deploy: { from: ['new', 'wanted'], to: 'deployed' },
  fail: { from: ['new', 'wanted'], to: 'failed' },
} as const satisfies Record<string, Move>

type StateIn<Moves extends Record<string, Move>> = Moves[keyof Moves]['from'][number] | Moves[keyof Moves]['to']

export type MintState = StateIn<typeof mintMoves>
export type BatchState = StateIn<typeof batchMoves>
export type TransactionState = StateIn<typeof transactionMoves>
export type AttemptState = StateIn<typeof attemptMoves>
export type RunState = StateIn<typeof runMoves>
export type ActionStatus = StateIn<typeof actionMoves>
export type CollectionState = StateIn<typeof collectionMoves>

/** In flight: the journal must settle these before it may forget their sequence. */
export const openStates = ['signed', 'sent', 'included'] as const satisfies readonly TransactionState[]
/** Its receipt has its confirmations. */
export const settledStates = ['succeeded', 'failed'] as const satisfies readonly TransactionState[]
/** Nothing can come of it any more. */
export const overStates = [...settledStates, 'dead'] as const satisfies readonly TransactionState[]
/** Batches that have no transaction, and get one. */
export const unsignedStates = ['composed', 'prepared'] as const satisfies readonly BatchState[]
/** Batches that have not come to their end. */
export const unsettledBatches = ['composed', 'prepared', 'signed'] as const satisfies readonly BatchState[]
/** Mints that something is still to happen to. */
export const waitingStates = ['queued', 'composed'] as const satisfies readonly MintState[]

/** Thrown for a move that its table does not allow: the journal is not in the state that the caller assumed. The write is rolled back. */
export class ForbiddenMove extends Error {
  constructor(what: string, move: Move) {
    super(`the journal does not allow this: ${what} becomes ${move.to}, which only ${move.from.join(' or ')} may`)
    this.name = 'ForbiddenMove'
  }
}

/**
 * The state after a move.
 * @throws ForbiddenMove when it may not happen in this state.
 */
export function after<State extends string>(what: string, state: string, move: Move<State>): State {
  if (!(move.from as readonly string[]).includes(state)) throw new ForbiddenMove(`${what}, which is ${state},`, move)
  return move.to
}
