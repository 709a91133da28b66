import type { Generated } from 'kysely'
import type { BatchState, MintState, TransactionState } from '../../journal/states.ts'
import type { Flag } from './flag.ts'

export interface MintsTable {
  pk: Generated<number>
  collection_pk: number
  id: string
  /** Differs from `id` only where another action of the project already has that id. */
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
  /** Canonical JSON with linked files replaced, once they are stored; null where there were none, or the mint is not composed. */
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
  /** 1: listed by `mintdesk recover` under an id of our own; gives way to the mint whose NFT it is. */
  recovered: Generated<number>
  /** In semi-fungible collections: the template that it is a copy of, and how many units. */
  template_pk: Generated<number | null>
  amount: Generated<number>
  /** Whether it is to be a leaf of a tree; 0 where there are no trees. */
  compressed: Generated<Flag>
  /** The token's own URI on chain, where tokens have one, once its batch is composed. */
  token_uri: Generated<string | null>
  /** The token's own address, where tokens have one, once it is minted. */
  token_address: Generated<string | null>
}

/** What a mint's own row says. */
export type WrittenMintState = 'open' | Exclude<MintState, 'queued' | 'composed'>

/** What a failed mint asked for before a person corrected it, and how that ended. */
export interface CorrectionsTable {
  pk: Generated<number>
  mint_pk: number
  collection_pk: number
  /** The failed action's id, which the mint no longer has. */
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
  /** The key of the newest batch then: batches up to it carried this content. */
  last_batch: number
  corrected_at: number
}

/** The mints of batches. A mint that was minted or failed with its batch stays in it; a waiting, cancelled or found one is in none. */
export interface MembersTable {
  mint_pk: number
  batch_pk: number
  /** Its place in its batch, from 0. */
  place: number
}

/** How many mints of a collection there are among each 1,024 keys; kept by triggers and `addRunMints`. */
export interface MintBlocksTable {
  collection_pk: number
  /** `pk >> 10`. */
  block: number
  size: number
}

/** Mints by their contents; of runs' mints only those before the key in `unindexed_contents`. */
export interface MintContentsTable {
  collection_pk: number
  content_hash: Buffer
  mint_pk: number
}

/** How often failed or cancelled mints of a collection went on, or mints got other content; kept by triggers. */
export interface RevivedMintsTable {
  collection_pk: number
  n: number
}

export interface UnindexedContentsTable {
  mint_pk: number
}

/** Copies that are each minted alone, because a batch with others was refused. */
export interface AloneTable {
  mint_pk: number
}

/** The mints that are open and in no batch; kept by triggers and `addRunMints`. */
export interface WaitingTable {
  collection_pk: number
  /** Empty for API mints. */
  run_id: string
  mint_pk: number
}

export type BatchKind = 'batch' | 'sorted' | 'uris' | 'single'

export interface BatchesTable {
  pk: Generated<number>
  collection_pk: number
  run_id: string | null
  /** 32 bytes hex with 0x: what the contract records. Never changes, until `freeJobId` renames that of a lone mint's failed batch. */
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

export type TransactionPurpose =
  | 'deploy'
  | 'mint'
  | 'update'
  | 'burn'
  | 'transfer'
  | 'revoke'
  | 'fund'
  | 'fill'
  | 'withdraw'

export interface TransactionsTable {
  pk: Generated<number>
  network: string
  signer: string
  sequence: number
  purpose: TransactionPurpose
  collection_pk: number | null
  batch_pk: number | null
  action_pk: number | null
  /** The transfer that it makes, whose permission it revokes, or that it brings coin for. */
  transfer_pk: number | null
  withdrawal_pk: Generated<number | null>
  /** The run that pays for a contract or a tree; null: none does. A transaction with a batch is paid by the batch's run anyway. */
  run_id: Generated<string | null>
  /** JSON of the family's `ChainCall`. */
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
  /** 1: an empty attempt, which only takes the sequence, because the transaction's call was given up. */
  fill: Flag
  sent_at: number | null
  /** The chain's head when it was sent first, and last. */
  first_sent_block: number | null
  sent_block: number | null
  answer: string | null
  /** The last head at which it can be included; null where its sequence alone decides. */
  valid_until: Generated<number | null>
}
