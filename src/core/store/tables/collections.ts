import type { Generated } from 'kysely'
import type { CollectionState } from '../../journal/states.ts'
import type { Flag } from './flag.ts'

export interface CollectionsTable {
  pk: Generated<number>
  project_id: string
  id: string
  chain: string
  contract_kind: string
  /** What is deployed follows from kind and version, and the address from that: never changes (shared/contract-features.ts). */
  contract_version: Generated<number>
  fungibility: 'non-fungible' | 'semi-fungible'
  /** JSON: {name, description, imageUrl, symbol}, as asked for. */
  metadata: string
  /** As wanted: once everything that was asked for of it is done. The same of `payments` and `base_uri`. */
  supply_limit: number | null
  /** JSON of `Payments` (../collections/settings.ts). */
  payments: string | null
  reupload: Flag
  base_uri: string | null
  /** JSON of `InitialSettings`: what the contract is made with, and its address follows from. Never changes. */
  initial: Generated<string>
  /** JSON of `CollectionSettings`: what the chain says, as far as its confirmations go. */
  settled: Generated<string>
  /** Tokens that strangers are known to have bought. */
  purchased: Generated<number>
  /** `ipfs://…` of the contract's own metadata (ERC-7572), once it is pinned. */
  contract_uri: string | null
  /** Where the contract is or will be. */
  contract_address: string | null
  /** `new` until something asks for its deployment; `wanted` until it is on chain. */
  state: CollectionState
  /** Why nothing more is signed for this collection, for a person; null when all is well. */
  halted: string | null
  /** The address that a person offered the collection to, until it was given or the offer taken back. */
  offered_to: Generated<string | null>
  /** The writer of another copy of the app that mints into it: the collection is halted until a person takes over; null: there is none. */
  other_writer: Generated<number | null>
  /** 1: a person said to go on, and the chain's word for what it holds was not taken since. */
  resumed: Generated<number>
  action_id: string | null
  created_at: number
}

/** Collections that may take over once, because their database was restored. */
export interface RestoredCollectionsTable {
  collection_pk: number
}

/** The writers under which this database minted, or from which a person said to take over. */
export interface WritersTable {
  collection_pk: number
  /** 1 to 2^32 - 1. */
  writer: number
  known_since: number
}

/** Jobs that the chain holds and that are no batch's of the journal that succeeded. */
export interface FoundJobsTable {
  collection_pk: number
  /** Of semi-fungible collections the number of its batch. */
  first_token_id: number
  /** 32 bytes hex with 0x. */
  job_id: string
}

/** The trail over all jobs of a collection up to one, as it was found to be the chain's. */
export interface TrailsTable {
  collection_pk: number
  /** Of that job. */
  first_token_id: number
  /** 28 bytes hex with 0x. */
  trail: string
}

export interface MetadataTable {
  /** SHA-256 (hex) of the canonical JSON; of metadata that came by itself, a key of the same form (`metadata-keys.ts`). */
  hash: string
  json: string
}

/** Where a collection's tokens lie, of families that keep them in trees. */
export interface TreesTable {
  pk: Generated<number>
  collection_pk: number
  /** From 0. */
  ordinal: number
  address: string
  depth: number
  buffer: number
  canopy: number
  /** Most tokens that it can ever hold. */
  capacity: number
  /** `made`: on chain, for good. */
  state: 'wanted' | 'made'
  /** The newest transaction up to which all of them were read for what others changed; null: none was. */
  read_until: Generated<string | null>
}

/** A token in a tree as it stands: what proofs are made from. */
export interface LeavesTable {
  tree_pk: number
  /** From 0. */
  place: number
  address: string
  owner: string
  data_hash: Buffer
  creator_hash: Buffer
  /** Who may move it in its owner's place; null: nobody else. */
  delegate: Generated<string | null>
  /** What lies at its place since a change (32 bytes; zeros: nothing, it is gone); null: as it was minted, which the other columns tell. */
  node: Generated<Buffer | null>
  /** The number of that change among those of its tree; 0: none. */
  sequence: Generated<number>
}

/** What mints of a semi-fungible collection are copies of: one token of its contract. */
export interface TemplatesTable {
  pk: Generated<number>
  collection_pk: number
  id: string
  /** Follows from collection and id (template-tokens.ts). */
  token_id: number
  /** As in mints: canonical JSON, or a URL, or neither where the collection's base URI says it. */
  metadata_hash: string | null
  metadata_uri: string | null
  reupload: Flag
  /** Where its metadata lies, once it is pinned; '' under the collection's base URI. */
  uri: Generated<string | null>
  supply_limit: number | null
  created_at: number
}

/** What the chain holds that the journal did not know, read back from batches' `mints.json`. */
export interface KnownMintsTable {
  collection_pk: number
  /** HMAC of the mint's id, 32 bytes hex. */
  tag: string
  token_id: number
  tx_hash: string
  /** Whom the chain gave it to, in lower case; null where it was known for its recipient, or no node tells. */
  recipient: string | null
}

/** Transactions of a network that were read back for a database that was lost. */
export interface RecoveryReadsTable {
  network: string
  hash: string
}

/** How far a network was searched for collections of the first so many projects of a seed. */
export interface RecoveryScansTable {
  network: string
  projects: number
  /** The last block that was searched. */
  through: number
  /** The highest place of the seed of which a collection was found up to there; -1: none was. */
  highest: number
}
