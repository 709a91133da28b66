import type { Generated } from 'kysely'
import type { CollectionState } from '../../journal/states.ts'
import type { Flag } from './flag.ts'

export interface CollectionsTable {
  pk: Generated<number>
  project_id: string
  id: string
  chain: string
  contract_kind: string
  /** Kind and version determine what is deployed, and so the address: never changes (shared/contract-features.ts). */
  contract_version: Generated<number>
  fungibility: 'non-fungible' | 'semi-fungible'
  /** JSON: {name, description, imageUrl, symbol}, as asked for. */
  metadata: string
  /** The wanted value: what it is once all requested changes are done. The same holds for `payments` and `base_uri`. */
  supply_limit: number | null
  /** JSON of `Payments` (../collections/settings.ts). */
  payments: string | null
  reupload: Flag
  base_uri: string | null
  /** JSON of `InitialSettings`: what the contract is deployed with; its address depends on it. Never changes. */
  initial: Generated<string>
  /** JSON of `CollectionSettings`: the settings on chain, as far as they are confirmed. */
  settled: Generated<string>
  /** How many tokens other accounts are known to have bought. */
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
  /** 1: a person resumed the collection, and the journal has not been made to agree with the chain since (`restate`). */
  resumed: Generated<number>
  /** How often a person resumed it: whoever looked for reasons to halt it before the last time halts it no more. */
  resumes: Generated<number>
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

/** Jobs that the chain holds, other than those of the journal's succeeded batches. */
export interface FoundJobsTable {
  collection_pk: number
  /** In semi-fungible collections the number of the job's batch. */
  first_token_id: number
  /** 32 bytes hex with 0x. */
  job_id: string
}

/** The trail over all jobs of a collection up to one, as it was found to agree with the chain's. */
export interface TrailsTable {
  collection_pk: number
  /** Of the last of these jobs. */
  first_token_id: number
  /** 28 bytes hex with 0x. */
  trail: string
}

export interface MetadataTable {
  /** SHA-256 (hex) of the canonical JSON, or a key of the same form that begins with a time (`metadata-keys.ts`). */
  hash: string
  json: string
}

/** The trees of collections, in families that keep tokens in trees. */
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
  /** The hash of the newest transaction up to which all were read for changes that others made; null: none was. */
  read_until: Generated<string | null>
}

/** The current leaf of a token in a tree; proofs are computed from leaves. */
export interface LeavesTable {
  tree_pk: number
  /** From 0. */
  place: number
  address: string
  owner: string
  data_hash: Buffer
  creator_hash: Buffer
  /** The account that may move it in its owner's place; null: none. */
  delegate: Generated<string | null>
  /** The leaf's hash since a change (32 bytes; zeros: the leaf is gone); null: as it was minted, so it follows from the other columns. */
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

/** Mints that the chain holds and the journal did not know, read back from batches' `mints.json`. */
export interface KnownMintsTable {
  collection_pk: number
  /** HMAC of the mint's id, 32 bytes hex. */
  tag: string
  token_id: number
  tx_hash: string
  /** The recipient on chain, in lower case; null where the mint was recognised by its recipient, or no node reports one. */
  recipient: string | null
}

/** Transactions of a network that were read back for a database that was lost. */
export interface RecoveryReadsTable {
  network: string
  hash: string
}

/** How far a network was searched for collections of the first `projects` projects of a seed. */
export interface RecoveryScansTable {
  network: string
  projects: number
  /** The last block that was searched. */
  through: number
  /** The highest place in the seed whose project had a collection up to that block; -1: none had. */
  highest: number
}
