/** What a signer queue may do in a round, as pure decisions over what the journal holds and what the chain says. */

/** The sequences of a signer, as the journal and one observation of the chain have them. */
export interface SequenceFacts {
  /** Transactions of the signer that the chain had included at its head. */
  count: number
  /** The same with those that wait in the node's pool without a nonce gap. */
  pending: number
  /** The highest sequence in the journal that is not dead, or -1. */
  highestOwn: number
  /** Transactions that do nothing are on their way, to sequences that something else may still take. */
  filling: boolean
}

/**
 * The next free sequence of a signer: never one that a transaction of ours has or had, never one that the chain has used or that
 * waits in the pool.
 */
export function nextSequence({ count, pending, highestOwn }: Omit<SequenceFacts, 'filling'>): number {
  return Math.max(count, pending, highestOwn + 1)
}

/** Whether the key was used by something that the journal does not know: a copy of it, or an older copy of the database. */
export function isUsedExternally({ filling, ...facts }: SequenceFacts): boolean {
  return filling || isBeyondJournal(facts)
}

/** Whether the chain, or a node's pool, is said to have transactions of the signer above all that the journal has. */
export function isBeyondJournal({ count, pending, highestOwn }: Omit<SequenceFacts, 'filling'>): boolean {
  return Math.max(count, pending) > highestOwn + 1
}

/**
 * Whether external nonce use may still change what the contract says of mints: some of it waits, or is not confirmed.
 * `confirmedCount`: what the chain has included of the signer with the network's confirmations.
 */
export function isUnsettled(facts: SequenceFacts, confirmedCount: number): boolean {
  return isUsedExternally(facts) && (facts.filling || facts.pending > facts.count || confirmedCount < facts.count)
}

/**
 * Whether a newer database signed for sequences of which some may still be included, or changed by a reorganisation. `mark`: the highest
 * sequence that was ever signed for here, or -1; `known`: the journal holds what took it.
 */
export function isBehindMark(mark: { sequence: number; known: boolean }, confirmedCount: number): boolean {
  return !mark.known && mark.sequence >= confirmedCount
}

/** Ours: blocks during which what nobody shows may still get in by itself; and after which a person is told of what stands in the pool. */
const externalUsePatience = 6

/**
 * Whether an RPC contradicts another one that told of so many included transactions of the signer. `count`: what it has of them itself; `past`:
 * blocks of its own chain since that was told first. While it is not well past that, it may only be behind.
 */
export function contradictsUse({ reported, count, past }: { reported: number; count: number; past: number }): boolean {
  return count < reported && past >= externalUsePatience
}

export type ExternalUseStep =
  | 'none'
  /** Nothing is signed until it is through. */
  | 'wait'
  /** The same, and a person is told that it stands still and how to go on. */
  | 'tell'
  /** A transaction that does nothing is put at `count`: what may lie there unseen is then included or dead for certain. */
  | 'fill'

/** What to do about transactions of the signer that the journal does not know and that are not through. */
export function externalUseStep(facts: {
  count: number
  pending: number
  /** See `isBehindMark`. */
  behind: boolean
  mark: number
  unsettled: boolean
  /** Blocks since `count` last moved. */
  standing: number
  /** Something of ours is on its way to `count`. */
  taken: boolean
  /** A person wants to have them replaced. */
  replace: boolean
  /** One RPC of several alone says that the chain has included so many. */
  countedAlone: boolean
}): ExternalUseStep {
  const { count, pending, behind, taken } = facts
  if (!behind && !facts.unsettled) return 'none'
  if (taken || facts.countedAlone) return 'wait'
  // Seen by nobody, and not used: only what is sent there can end it.
  const hidden = behind && pending === count && count <= facts.mark
  const shown = pending > count
  if ((hidden && facts.standing >= externalUsePatience) || (shown && facts.replace)) return 'fill'
  return shown && facts.standing >= externalUsePatience ? 'tell' : 'wait'
}

/** What may be done for a collection in a round, before anything new is signed for it. */
export type CollectionStep =
  /** Its counter agreed with the journal since the signer queue opened, and no external nonce use came after that: sign. */
  | 'sign'
  /** Compare the counter on chain with the journal. */
  | 'compare'
  /** Mints of it are in flight: the counter says nothing until they are settled. */
  | 'wait'
  /** Some external nonce use is not final yet: what the counter says may change. */
  | 'unsettled'

export function collectionStep(facts: { agreed: boolean; inFlight: boolean; unsettled: boolean }): CollectionStep {
  if (facts.agreed) return 'sign'
  if (facts.inFlight) return 'wait'
  return facts.unsettled ? 'unsettled' : 'compare'
}

export type VerifyStep =
  /** The contract holds all that the journal calls minted, as far as these facts tell. */
  | 'verified'
  /** It does not; what says so may still be taken back. */
  | 'unsettled'
  /** It does not, and never will by itself: a person decides. */
  | 'reverted'
  /** A person said to go on: the journal takes the chain's word for each batch, and for what was read back. */
  | 'take'

/**
 * Whether a collection's contract holds what the journal calls minted. After a reorganisation deeper than the confirmations it gets all of it again,
 * in order, unless something else takes a sequence before: what stood there does not come back, and what stood behind it comes back as other tokens.
 * So it does where strangers bought tokens before it, and then these facts need not tell: once a person said to go on, all of it is looked up.
 */
export function verifyStep(facts: {
  /**
   * The journal's last settled batch: its sequence, where it was minted, and where the contract has its job with the network's confirmations
   * (0: nowhere); null: there is none.
   */
  last: { sequence: number; firstToken: number; stands: number } | null
  /** Whether the highest token that was read back from the chain is still that there, with its confirmations; null: none was. */
  found: { stands: boolean } | null
  /** The journal says of a token that it is two NFTs. */
  twice: boolean
  /** What the chain has included of the signer with its confirmations. */
  confirmedCount: number
  /** Tokens that the journal accounts for, and tokens of the contract that are not strangers', with their confirmations. */
  accounted: number
  minted: number
  /** The contract has no others. */
  confirmed: boolean
  /** The collection had stopped, and a person said to go on. */
  accepted: boolean
}): VerifyStep {
  const { last, found, accounted, minted } = facts
  const stands = (last === null || last.stands === last.firstToken) && found?.stands !== false
  if (!facts.accepted && stands && !facts.twice && minted >= accounted) return 'verified'
  if (!facts.confirmed || facts.confirmedCount <= (last?.sequence ?? -1)) return 'unsettled'
  return facts.accepted ? 'take' : 'reverted'
}

/** Blocks during which a nonce gap may be a node that lags behind. */
const nonceGapPatience = 3

export type NonceGapStep =
  | 'none'
  /** It is seen for the first time: see what of ours may lie there, then observe again. */
  | 'begin'
  | 'wait'
  /** A transaction that does nothing is put there. */
  | 'fill'

/**
 * A sequence that nothing of ours takes holds up all behind it (an external use took it, and the network lost that). A lower count may
 * also be a node that lags, so it must stay for some blocks.
 */
export function nonceGapStep(facts: {
  /** Open transactions of the signer queue, and the lowest of their sequences. */
  open: number
  lowest: number
  count: number
  head: number
  /** The head when the nonce gap was seen first; null when there was none. */
  since: number | null
  /** A transaction of ours that is not dead has the sequence `count`. */
  taken: boolean
}): NonceGapStep {
  if (facts.open === 0 || facts.count >= facts.lowest) return 'none'
  if (facts.since === null) return 'begin'
  return facts.head - facts.since < nonceGapPatience || facts.taken ? 'wait' : 'fill'
}

/** Observations of a chain that does not move, before a sequence that is nobody's is filled; and before a person is told. */
const standingBeforeFill = 3
const standingAtMost = 40

export type RecoverStep =
  /** The chain has all that the journal holds as settled. */
  | 'done'
  /** What it lacks goes out again, in order. */
  | 'send'
  /** The same, after the first sequence, of which nothing may go out again, is filled. */
  | 'fill'
  /** It does not take them: a person is told, and the signer queue tries again later. */
  | 'tell'

/** Has a chain take again what it lacks of the journal. */
export function recoverStep(facts: {
  count: number
  /** The highest sequence that is settled, or -1. */
  highestSettled: number
  /** The lowest sequence from `count` on that the journal has bytes for which may go out again; null: none. */
  firstHeld: number | null
  /** Observations since the count last moved. */
  standing: number
}): RecoverStep {
  if (facts.highestSettled < facts.count) return 'done'
  if (facts.standing >= standingAtMost) return 'tell'
  return facts.standing >= standingBeforeFill && facts.firstHeld !== facts.count ? 'fill' : 'send'
}
