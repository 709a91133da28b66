import type { Generated } from 'kysely'
import type { ActionStatus, BatchState, MintState, RunState, TransactionState } from '../../journal/states.ts'
import type { Flag } from './flag.ts'

export interface MintsTable {
  pk: Generated<number>
  collection_pk: number
  id: string
  /** Differs from `id` only where another action of the project bears that id already. */
  action_id: string
  run_id: string | null
  /** Row of the spreadsheet, as a spreadsheet program shows it. */
  row: number | null
  /** The mint's place in its run, from 0; null outside runs. */
  ordinal: number | null
  /** The locator as given, e.g. `email:ada@example.com:polygon`. */
  recipient: string
  /** Known from the start for addresses, derived before the batch is composed for users. */
  address: string | null
  metadata_hash: string | null
  /** Hosted metadata (a URL), or the URI of the prepared one for a lone mint. */
  metadata_uri: string | null
  /** Canonical JSON with linked files replaced, once they are stored; null where there were none, and of rows that are not composed. */
  resolved_hash: string | null
  reupload: Flag
  /** SHA-256 over recipient and metadata: finds rows that were minted before. */
  content_hash: Buffer
  /** `open`: its own row does not say what became of it. It waits, is in a batch, or was minted by its batch (mints-now.ts says which). */
  state: WrittenMintState
  token_id: number | null
  /** Only where no batch of the journal made it (read back from the chain); else it is the batch's transaction's. */
  tx_hash: string | null
  error_code: string | null
  error_message: string | null
  created_at: number
  completed_at: number | null
  /** Read back from the chain by `mintdesk recover`, under an id of our own: gives way to the mint whose NFT it is. */
  recovered: Generated<number>
  /** Of semi-fungible collections: what it is a copy of, and how many units. */
  template_pk: Generated<number | null>
  amount: Generated<number>
  /** Whether it is to lie in a tree; 0 where there are none. */
  compressed: Generated<Flag>
  /** Where tokens have a URI of their own on chain: that, once its batch is composed. */
  token_uri: Generated<string | null>
  /** Where tokens have an address of their own: that, once it is minted. */
  token_address: Generated<string | null>
}

/** What a mint's own row says. */
export type WrittenMintState = 'open' | Exclude<MintState, 'queued' | 'composed'>

/** What a failed mint asked for before a person corrected it, and how that ended. */
export interface CorrectionsTable {
  pk: Generated<number>
  mint_pk: number
  collection_pk: number
  /** The failed action's id, which the mint bears no more. */
  action_id: string
  recipient: string
  address: string | null
  metadata_hash: string | null
  metadata_uri: string | null
  resolved_hash: string | null
  template_pk: number | null
  token_uri: string | null
  content_hash: Buffer
  error_code: string | null
  error_message: string | null
  started_at: number
  failed_at: number | null
  /** Of the transaction that failed, where there was one. */
  tx_hash: string | null
  /** The last batch that there was: what was minted by one up to it asked for this. */
  last_batch: number
  corrected_at: number
}

/** The mints of a batch. Of a mint that failed with its batch it says which that was; any other that has ended, or waits, is in none. */
export interface MembersTable {
  mint_pk: number
  batch_pk: number
  /** Its place in its batch, from 0. */
  place: number
}

/** How many mints of a collection have their keys among so many; kept by triggers. */
export interface MintBlocksTable {
  collection_pk: number
  /** `pk >> 10`. */
  block: number
  size: number
}

/** Mints by their contents; of runs those before the key in `unindexed_contents`. */
export interface MintContentsTable {
  collection_pk: number
  content_hash: Buffer
  mint_pk: number
}

export interface UnindexedContentsTable {
  mint_pk: number
}

/** Copies that are minted by themselves, since a batch with others was refused. */
export interface AloneTable {
  mint_pk: number
}

/** The mints that are open and in no batch; kept by triggers. */
export interface WaitingTable {
  collection_pk: number
  /** Empty for those that came by the API. */
  run_id: string
  mint_pk: number
}

export type BatchKind = 'batch' | 'sorted' | 'uris' | 'single'

export interface BatchesTable {
  pk: Generated<number>
  collection_pk: number
  run_id: string | null
  /** 32 bytes hex with 0x: what the contract remembers. Never changes. */
  job_id: string
  kind: BatchKind
  /** Its tokens have no metadata of their own: the collection's base URI says where it is. */
  base: Generated<Flag>
  size: number
  /** 0x-hex digest of the metadata folder, or the URI of a lone mint's metadata. */
  folder: string | null
  state: BatchState
  /** The transaction that carries it now. */
  transaction_pk: number | null
  first_token_id: number | null
  created_at: number
  settled_at: number | null
  /** The tree that its tokens are minted into; null where there is none. */
  tree_pk: Generated<number | null>
}

export type TransactionPurpose = 'deploy' | 'mint' | 'update' | 'burn' | 'transfer' | 'fund' | 'fill' | 'withdraw'

export interface TransactionsTable {
  pk: Generated<number>
  network: string
  signer: string
  sequence: number
  purpose: TransactionPurpose
  collection_pk: number | null
  batch_pk: number | null
  action_pk: number | null
  /** The transfer that it is, or that it brings coin for. */
  transfer_pk: number | null
  withdrawal_pk: Generated<number | null>
  /** The run that a contract or a tree was made for; null: no run pays it. What carries a batch is its run's anyway. */
  run_id: Generated<string | null>
  /** JSON of the family's call: {to, data, value, gas}. */
  call: string
  state: TransactionState
  block_number: number | null
  block_hash: string | null
  /** The hash that was included. */
  tx_hash: string | null
  gas_used: string | null
  fee: string | null
  error_code: string | null
  error_message: string | null
  created_at: number
  included_at: number | null
  settled_at: number | null
}

export interface AttemptsTable {
  pk: Generated<number>
  transaction_pk: number
  hash: string
  raw: Buffer
  /** wei per gas */
  max_fee: string
  priority_fee: string
  created_at: number
  /** Does nothing but take the sequence, because the others of this transaction are given up. */
  fill: Flag
  sent_at: number | null
  /** The chain's head when it was sent first, and last. */
  first_sent_block: number | null
  sent_block: number | null
  answer: string | null
  /** The last head at which it can be included; null where its sequence alone decides. */
  valid_until: Generated<number | null>
}

export type ActionKind = 'collections.create' | 'collections.update' | 'nfts.update' | 'nfts.delete'

/** The ids of all actions of a project, each once; entered by triggers. */
export interface ActionIdsTable {
  /** `projects.idx` */
  project: number
  id: string
  /** Of `nfts.create`. */
  mint_pk: number | null
}

/** Actions other than mints and transfers, whose own rows are their actions `nfts.create` and `wallets:nfts.transfer`. */
export interface ActionsTable {
  pk: Generated<number>
  project_id: string
  id: string
  kind: ActionKind
  collection_pk: number
  mint_pk: number | null
  status: ActionStatus
  /** JSON: what is to be done, in the family's terms. */
  work: string
  transaction_pk: number | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
}

/** NFTs on their way out of wallets of the project, each once. */
export interface TransfersTable {
  pk: Generated<number>
  project_id: string
  id: string
  chain: string
  network: string
  /** Whose transaction it is: the treasury, or the wallet itself. */
  signer: string
  contract: string
  token_id: string
  /** The NFT of ours that it is, where it is known as one. */
  mint_pk: number | null
  status: ActionStatus
  /** JSON of the family's `Transfer`, without its job. */
  work: string
  /** What its job follows from: the request with its idempotency key, or its own id. */
  request: string
  /** What the chain had included of the signer when it was accepted. */
  since: number
  /** What the signer must have to go on, smallest unit: asked of the treasury. Null when nothing is asked. */
  wants: string | null
  transaction_pk: number | null
  /** Only where no transaction of the journal did it (found on the chain). */
  tx_hash: string | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
  /** The hand-over that it is of; null: it was asked for by itself. */
  hand_over_pk: Generated<number | null>
}

export interface RunsTable {
  id: string
  project_id: string
  collection_pk: number
  import_id: string | null
  name: string
  /** SHA-256 over collection and canonical rows, without the repeat number. */
  content: string
  repeat: number
  state: RunState
  /** Why the engine paused it, for a person; null when nobody or a person did. */
  notice: string | null
  total: number
  /** How many of `total` are not in the mints: still to be added while the run stands in `entering`, else never added. */
  unentered: Generated<number>
  /** Why they never were, for a person; null where the run was cancelled before. */
  left_off: Generated<string | null>
  /** The quote's expected fee. */
  quoted_fee: string | null
  /** Most that is signed for a unit of weight (EVM: wei per gas); null: whatever the network asks. */
  fee_ceiling: string | null
  /** JSON of `KeptQuote` (minting/runs/reserved-funds.ts): the price it was begun at. */
  quote: string | null
  created_at: number
  completed_at: number | null
  /** A person let it go on among NFTs on chain that the database knows nothing of. */
  confirmed: Generated<number>
}

/** A run of which rows are still to be added to the mints. */
export interface EnteringTable {
  run_id: string
  collection_pk: number
  import_id: string
  /** Runs of a collection come one after the other: the place of this one in their order. */
  started: number
  /** 0: which NFTs of the file it leaves out is decided when its turn comes, since runs before it are still being entered. */
  decided: Flag
  /** What was chosen when it was made: NFTs that were minted before, too; compressed where the row does not say it. */
  again: Flag
  compressed: Flag
  /** A bit for each NFT of the file, in its order, set where the run leaves it out (lowest bit first); null: it takes all. */
  minted_before: Buffer | null
  /** What is kept of the collection's supply for the rows to come. */
  units: number
  /** What is entered: up to this copy of this row of the import, which are so many NFTs of the file. */
  pos: Generated<number>
  copy: Generated<number>
  place: Generated<number>
}
