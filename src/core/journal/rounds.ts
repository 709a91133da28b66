/** What a signer queue may do in a round, as pure decisions over what the journal holds and what the chain says. */

/** The sequences of a signer, as the journal and one observation of the chain have them. */
export interface SequenceFacts {
  /** Transactions of the signer that the chain had included at its head. */
  count: number
  /** The same, plus those that wait in the node's mempool without a nonce gap. */
  pending: number
  /** The highest sequence in the journal that is not dead, or -1. */
  highestOwn: number
  /** Empty transactions are in flight, at sequences that another transaction may still take. */
  filling: boolean
}

/**
 * The next free sequence of a signer: never one that a transaction of ours has or had, never one that the chain has used or that
 * waits in the pool.
 */
export function nextSequence({ count, pending, highestOwn }: Omit<SequenceFacts, 'filling'>): number {
  return Math.max(count, pending, highestOwn + 1)
}

/** Whether there is external nonce use: by a copy of the key, or by an older copy of the database. */
export function isUsedExternally({ filling, ...facts }: SequenceFacts): boolean {
  return filling || isBeyondJournal(facts)
}

/** Whether the node reports transactions of the signer, in blocks or in its mempool, above the highest sequence in the journal. */
export function isBeyondJournal({ count, pending, highestOwn }: Omit<SequenceFacts, 'filling'>): boolean {
  return Math.max(count, pending) > highestOwn + 1
}

/**
 * Whether external nonce use may still change what the contract says of mints: some of it is in the mempool, or lacks confirmations.
 * `confirmedCount`: how many transactions of the signer are included with the network's confirmations.
 */
export function isUnsettled(facts: SequenceFacts, confirmedCount: number): boolean {
  return isUsedExternally(facts) && (facts.filling || facts.pending > facts.count || confirmedCount < facts.count)
}

/**
 * Whether a newer copy of the database signed transactions that may still be included, or removed by a reorganisation. `mark`: the highest sequence
 * in the mark file, or -1; `known`: the journal holds the transaction that took it.
 */
export function isBehindMark(mark: { sequence: number; known: boolean }, confirmedCount: number): boolean {
  return !mark.known && mark.sequence >= confirmedCount
}

/**
 * Ours, in blocks: how long an unseen transaction may still get included by itself; and how long one stands in the mempool before the person is told.
 */
const externalUsePatience = 6

/**
 * Whether an RPC contradicts another one that reported `reported` included transactions of the signer. `count`: how many this RPC has; `past`: blocks
 * of its own chain since the first report. Until enough of them have passed, the RPC may merely lag.
 */
export function contradictsUse({ reported, count, past }: { reported: number; count: number; past: number }): boolean {
  return count < reported && past >= externalUsePatience
}

export type ExternalUseStep =
  | 'none'
  /** Nothing is signed until these transactions are confirmed. */
  | 'wait'
  /** The same, and the person is told that they stand still and how to go on. */
  | 'tell'
  /** An empty transaction takes the sequence `count`: an unseen transaction there is then either included or certainly dead. */
  | 'fill'

/** What to do about transactions of the signer that the journal does not know and that are not confirmed yet. */
export function externalUseStep(facts: {
  count: number
  pending: number
  /** See `isBehindMark`. */
  behind: boolean
  mark: number
  unsettled: boolean
  /** Blocks since `count` last moved. */
  standing: number
  /** One of our own transactions takes the sequence `count`. */
  taken: boolean
  /** The person wants them replaced. */
  replace: boolean
  /** Only one RPC of several says that the chain has included that many. */
  countedAlone: boolean
}): ExternalUseStep {
  const { count, pending, behind, taken } = facts
  if (!behind && !facts.unsettled) return 'none'
  if (taken || facts.countedAlone) return 'wait'
  // No node shows a transaction at `count`, nor is it used: only a transaction sent there settles it.
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
  /** It does not, but a reorganisation may still change that. */
  | 'unsettled'
  /** It does not, and never will by itself: a person decides. */
  | 'reverted'
  /** A person said to go on: the journal takes the chain's word for each batch, and for the NFTs that were read back. */
  | 'take'

/**
 * Whether a collection's contract holds what the journal calls minted. After a reorganisation deeper than the confirmations, the engine sends
 * everything again in order. If another transaction takes one of the sequences first, that batch does not come back, and those behind it get other
 * token ids. They also do if other accounts bought tokens first, which these facts need not show: so once a person said to go on, every batch is
 * looked up.
 */
export function verifyStep(facts: {
  /**
   * The journal's last settled batch: its sequence, its first token, and the first token that the contract has for its job with the network's
   * confirmations (0: it lacks the job); null: there is none.
   */
  last: { sequence: number; firstToken: number; stands: number } | null
  /** Whether the highest token that was read back from the chain is still the same one, with its confirmations; null: none was read back. */
  found: { stands: boolean } | null
  /** The journal gives one token to two NFTs. */
  twice: boolean
  /** How many transactions of the signer are included with their confirmations. */
  confirmedCount: number
  /** Tokens that the journal accounts for; and confirmed tokens of the contract, without those that other accounts bought. */
  accounted: number
  minted: number
  /** At its head, the contract counts the same tokens of ours as with confirmations. */
  confirmed: boolean
  /** The collection was halted, and a person said to go on. */
  accepted: boolean
}): VerifyStep {
  const { last, found, accounted, minted } = facts
  const stands = (last === null || last.stands === last.firstToken) && found?.stands !== false
  if (!facts.accepted && stands && !facts.twice && minted >= accounted) return 'verified'
  if (!facts.confirmed || facts.confirmedCount <= (last?.sequence ?? -1)) return 'unsettled'
  return facts.accepted ? 'take' : 'reverted'
}

/** For this many blocks, a nonce gap may merely come from a node that lags. */
const nonceGapPatience = 3

export type NonceGapStep =
  | 'none'
  /** The gap is new: recover our own transactions first, then observe again. */
  | 'begin'
  | 'wait'
  /** An empty transaction fills it. */
  | 'fill'

/**
 * A sequence that none of our transactions takes holds up all later ones (an external transaction took it, and the network lost that). A low count
 * may also come from a node that lags, so the gap must last for some blocks.
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

/** How many observations of an unchanged count pass before a sequence without a transaction is filled; and before the person is told. */
const standingBeforeFill = 3
const standingAtMost = 40

export type RecoverStep =
  /** The chain has all that the journal holds as settled. */
  | 'done'
  /** The missing transactions are sent again, in order. */
  | 'send'
  /** The same, after an empty transaction fills the first missing sequence, for which no bytes may be sent again. */
  | 'fill'
  /** The network does not take them: the person is told, and the signer queue tries again later. */
  | 'tell'

/** How to make the chain take again the settled transactions that it lacks. */
export function recoverStep(facts: {
  count: number
  /** The highest sequence that is settled, or -1. */
  highestSettled: number
  /** The lowest sequence from `count` on for which the journal has bytes that may be sent again; null: none. */
  firstHeld: number | null
  /** Observations since the count last moved. */
  standing: number
}): RecoverStep {
  if (facts.highestSettled < facts.count) return 'done'
  if (facts.standing >= standingAtMost) return 'tell'
  return facts.standing >= standingBeforeFill && facts.firstHeld !== facts.count ? 'fill' : 'send'
}
