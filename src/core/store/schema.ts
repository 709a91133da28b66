/**
 * The tables as Kysely sees them. Times are milliseconds since 1970; amounts of a coin are decimal strings in its smallest unit
 * (SQLite's integers end at 2^63); booleans are 0 and 1; `network` is `<project kind>:<chain>`, e.g. `practice:polygon`.
 */
import type { Generated } from 'kysely'
import type {
  ActionStatus,
  BatchState,
  CollectionState,
  MintState,
  RunState,
  TransactionState,
} from '../journal/states.ts'

export type Flag = 0 | 1

export interface ProjectsTable {
  id: string
  /** The project's place in key derivation; never reused. */
  idx: number
  name: string
  kind: 'practice' | 'live'
  enterprise: Flag
  created_at: number
}

export interface ApiKeysTable {
  id: string
  project_id: string
  name: string
  /** SHA-256 of the key. */
  hash: Buffer
  hint: string
  scopes: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  /** What the person bounds it to; null: nothing. */
  requests_per_minute: Generated<number | null>
  mints_per_day: Generated<number | null>
}

/** Mints that a key made on a day (days since 1970, UTC), of keys that are bounded. */
export interface KeyMintsTable {
  key_id: string
  day: number
  mints: number
}

export interface SessionsTable {
  /** SHA-256 of the window's bearer token. */
  hash: Buffer
  created_at: number
}

export interface NetworksTable {
  network: string
  /** Hash of block 0: tells a practice chain from the live one of the same chain id. */
  genesis: string
}

export interface LiveSeedTable {
  only_one: 1
  /** Tells the seed that the live projects are made with from another; no part of it. */
  fingerprint: string
}

export interface RpcListsTable {
  chain: string
  /** JSON: the URLs in the order of preference. They may hold a provider's key. */
  urls: string
  changed_at: number
}

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
  /** JSON of `Payments` (collection-settings.ts). */
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
  action_id: string | null
  created_at: number
}

export interface MetadataTable {
  /** SHA-256 (hex) of the canonical JSON; of metadata that came by itself, a key of the same form (`metadata-keys.ts`). */
  hash: string
  json: string
}

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
  /** A batch's progress stands in its batch; a mint's own states are the ones in which it waits or ends. */
  state: MintState
  batch_pk: number | null
  /** The mint's place in its batch, from 0. */
  place: number | null
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
  /** The batch that made it known to the contract. */
  defined_by: Generated<number | null>
  created_at: number
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

export type TransactionPurpose = 'deploy' | 'mint' | 'update' | 'burn' | 'transfer' | 'fund' | 'fill'

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
}

/** What the chain holds that the journal did not know, read back from batches' `mints.json`. */
export interface KnownMintsTable {
  collection_pk: number
  /** HMAC of the mint's id, 32 bytes hex. */
  tag: string
  token_id: number
  tx_hash: string
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
  /** `creating`: its mints are still being entered; no one sees it, and a start of the core removes it. */
  state: RunState
  /** Why the engine paused it, for a person; null when nobody or a person did. */
  notice: string | null
  total: number
  /** The quote's expected fee. */
  quoted_fee: string | null
  /** Most that is signed for a unit of weight (EVM: wei per gas); null: whatever the network asks. */
  fee_ceiling: string | null
  /** JSON of `KeptQuote` (minting/rest.ts): the price it was begun at. */
  quote: string | null
  created_at: number
  completed_at: number | null
  /** A person let it go on among NFTs on chain that the database knows nothing of. */
  confirmed: Generated<number>
}

/** How far a network was searched for collections of the first so many projects of a seed. */
export interface RecoveryScansTable {
  network: string
  projects: number
  /** The last block that was searched. */
  through: number
}

export interface WalletsTable {
  project_id: string
  kind: 'email' | 'userId'
  /** Normalised. */
  user: string
  chain: string
  address: string
  created_at: number
}

export interface IdempotencyTable {
  project_id: string
  /** `<method> <path>` */
  route: string
  key: string
  /** SHA-256 of the canonical body. */
  body: string
  /** JSON: how to find what was made. */
  resource: string
  created_at: number
}

export interface EventsTable {
  seq: Generated<number>
  project_id: string
  type: string
  data: string
  created_at: number
}

/** Rows and findings of an import lie in a file of its own (import-sheet.ts), so that checking never holds up the journal. */
export interface ImportsTable {
  id: string
  project_id: string
  name: string
  state: 'checking' | 'checked' | 'failed'
  /** JSON of `ImportData` (imports.ts). */
  data: string
  created_at: number
}

/** The column map a person chose, for the next file with the same header line. */
export interface ImportMapsTable {
  /** SHA-256 (hex) of the normalised header line. */
  header: string
  /** JSON of `ColumnMapping[]`. */
  columns: string
}

/** Settings of the installation, which no project owns. */
export interface SettingsTable {
  key: string
  /** JSON; may hold a secret. */
  value: string
}

/** What each pinning service is known to keep. */
export interface PinsTable {
  service: string
  cid: string
  pinned_at: number
}

/** Who is told of ended actions. */
export interface WebhooksTable {
  id: string
  project_id: string
  url: string
  /** Names with commas between them; empty: all. */
  events: string
  secret: string
  allow_private: Flag
  created_at: number
  failing_since: number | null
  disabled_at: number | null
}

/** Mints and actions that ended, as they ended, until they are made into messages; entered by triggers. */
export interface EndedActionsTable {
  seq: Generated<number>
  mint_pk: number | null
  action_pk: number | null
  transfer_pk: number | null
  status: 'succeeded' | 'failed'
  error_code: string | null
  error_message: string | null
  completed_at: number | null
}

export interface WebhookMessagesTable {
  pk: Generated<number>
  /** `svix-id` */
  id: string
  type: string
  /** JSON, as it is sent. */
  body: string
  created_at: number
}

export interface WebhookDeliveriesTable {
  pk: Generated<number>
  webhook_id: string
  message_pk: number
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** Null unless it waits. */
  next_at: number | null
  last_at: Generated<number | null>
  last_status: Generated<number | null>
  last_error: Generated<string | null>
}

/** Tokens that an address was seen to receive. Addresses are 20 bytes, token ids 32, so that they sort as numbers do. */
export interface SightingsTable {
  network: string
  wallet: Buffer
  contract: Buffer
  token_id: Buffer
  /** Null until the chain was asked. */
  standard: 'erc-721' | 'erc-1155' | null
  /** In which it came to the wallet first, as far as is known; `blockUnknown` (sightings.ts) where nobody told. */
  block: number
  /** `seen`: what it holds now is to be asked; `held`, `gone`: as the chain said since. */
  state: 'seen' | 'held' | 'gone'
  /** Units, once asked. */
  quantity: string | null
}

export interface ScansTable {
  network: string
  /** `wallet:0x…`: all that came to it and left it; `contract:0x…`: all transfers of one of ours. */
  scope: string
  /** The block it began with. */
  first: number
  /** The last block that was read and will not be read again; `first - 1` at first. */
  through: number
  /** Its hash, where it was asked for: a network that lost blocks is known by it. */
  through_hash: string | null
  /** Blocks that are asked for at once next. */
  span: number
  /** `idle`: it goes on when the wallet is looked at; the others are of scans that a person began. */
  state: 'idle' | 'running' | 'paused' | 'failed'
  message: string | null
}

/** What a provider told of a wallet. */
export interface ProviderListsTable {
  network: string
  wallet: Buffer
  provider: string
  /** Where the next page begins; null at the first one, and after the last. */
  cursor: string | null
  complete: Flag
  begun_at: number
}

/** Metadata that strangers host, by the SHA-256 of its address. */
export interface ForeignMetadataTable {
  uri_hash: Buffer
  /** Null: it could not be had. */
  json: string | null
  expires_at: number
}

export interface RequestsTable {
  pk: Generated<number>
  project_id: string | null
  at: number
  ms: number
  caller: string
  method: string
  url: string
  status: number
  request: string | null
  answer: string | null
}

/** Rows are only ever added (audit.ts). */
export interface AuditTable {
  pk: Generated<number>
  at: number
  project_id: string | null
  who: string
  act: string
  subject: string
  amount: string | null
  /** JSON */
  detail: string
}

export interface AuditEndsTable {
  audit_pk: number
  at: number
  status: number
  code: string | null
}

export interface Database {
  sightings: SightingsTable
  scans: ScansTable
  provider_lists: ProviderListsTable
  foreign_metadata: ForeignMetadataTable
  projects: ProjectsTable
  api_keys: ApiKeysTable
  key_mints: KeyMintsTable
  sessions: SessionsTable
  networks: NetworksTable
  collections: CollectionsTable
  metadata: MetadataTable
  templates: TemplatesTable
  mints: MintsTable
  batches: BatchesTable
  transactions: TransactionsTable
  attempts: AttemptsTable
  actions: ActionsTable
  transfers: TransfersTable
  trees: TreesTable
  leaves: LeavesTable
  known_mints: KnownMintsTable
  recovery_scans: RecoveryScansTable
  runs: RunsTable
  wallets: WalletsTable
  idempotency: IdempotencyTable
  events: EventsTable
  imports: ImportsTable
  import_maps: ImportMapsTable
  live_seed: LiveSeedTable
  rpc_lists: RpcListsTable
  settings: SettingsTable
  pins: PinsTable
  requests: RequestsTable
  audit: AuditTable
  audit_ends: AuditEndsTable
  webhooks: WebhooksTable
  ended_actions: EndedActionsTable
  webhook_messages: WebhookMessagesTable
  webhook_deliveries: WebhookDeliveriesTable
}
