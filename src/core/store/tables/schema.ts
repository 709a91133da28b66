/**
 * The tables as Kysely sees them. Times are milliseconds since 1970; amounts of a coin are decimal strings in its smallest unit
 * (SQLite's integers end at 2^63); booleans are 0 and 1; `network` is `<project kind>:<chain>`, e.g. `practice:polygon`.
 */

import type { ActionIdsTable, ActionsTable, TransfersTable } from './actions.ts'
import type {
  CollectionsTable,
  FoundJobsTable,
  KnownMintsTable,
  LeavesTable,
  MetadataTable,
  RecoveryReadsTable,
  RecoveryScansTable,
  RestoredCollectionsTable,
  TemplatesTable,
  TrailsTable,
  TreesTable,
  WritersTable,
} from './collections.ts'
import type { HandOverNftsTable, HandOverRowsTable, HandOversTable } from './hand-overs.ts'
import type { ForeignMetadataTable, ProviderListsTable, ScansTable, SightingsTable } from './holdings.ts'
import type { ImportMapsTable, ImportsTable } from './imports.ts'
import type {
  ApiKeysTable,
  ArweaveItemsTable,
  CustomNetworksTable,
  IdempotencyTable,
  KeyMintsTable,
  LiveSeedTable,
  NetworksTable,
  PasskeysTable,
  PeopleTable,
  PinsTable,
  ProjectsTable,
  ResetsTable,
  RpcListsTable,
  SessionsTable,
  SettingsTable,
  WalletsTable,
} from './installation.ts'
import type {
  AloneTable,
  AttemptsTable,
  BatchesTable,
  CorrectionsTable,
  MembersTable,
  MintBlocksTable,
  MintContentsTable,
  MintsTable,
  RevivedMintsTable,
  TransactionsTable,
  UnindexedContentsTable,
  WaitingTable,
} from './journal.ts'
import type {
  AuditEndsTable,
  AuditTable,
  EndedActionsTable,
  EventsTable,
  RequestsTable,
  WebhookDeliveriesTable,
  WebhookMessagesTable,
  WebhooksTable,
} from './outbox.ts'
import type { EnteringTable, RunsTable } from './runs.ts'
import type { SpendingCapsTable, SpentByRunsTable, SpentTable, WithdrawalsTable } from './spending.ts'

export interface Database {
  sightings: SightingsTable
  scans: ScansTable
  provider_lists: ProviderListsTable
  foreign_metadata: ForeignMetadataTable
  projects: ProjectsTable
  api_keys: ApiKeysTable
  key_mints: KeyMintsTable
  sessions: SessionsTable
  people: PeopleTable
  passkeys: PasskeysTable
  networks: NetworksTable
  resets: ResetsTable
  collections: CollectionsTable
  metadata: MetadataTable
  templates: TemplatesTable
  mints: MintsTable
  corrections: CorrectionsTable
  members: MembersTable
  mint_blocks: MintBlocksTable
  mint_contents: MintContentsTable
  unindexed_contents: UnindexedContentsTable
  revived_mints: RevivedMintsTable
  alone: AloneTable
  waiting: WaitingTable
  batches: BatchesTable
  transactions: TransactionsTable
  attempts: AttemptsTable
  actions: ActionsTable
  action_ids: ActionIdsTable
  transfers: TransfersTable
  hand_overs: HandOversTable
  hand_over_rows: HandOverRowsTable
  hand_over_nfts: HandOverNftsTable
  trees: TreesTable
  leaves: LeavesTable
  known_mints: KnownMintsTable
  restored_collections: RestoredCollectionsTable
  writers: WritersTable
  found_jobs: FoundJobsTable
  trails: TrailsTable
  recovery_reads: RecoveryReadsTable
  recovery_scans: RecoveryScansTable
  runs: RunsTable
  spending_caps: SpendingCapsTable
  spent: SpentTable
  spent_by_runs: SpentByRunsTable
  withdrawals: WithdrawalsTable
  entering: EnteringTable
  wallets: WalletsTable
  idempotency: IdempotencyTable
  events: EventsTable
  imports: ImportsTable
  import_maps: ImportMapsTable
  live_seed: LiveSeedTable
  rpc_lists: RpcListsTable
  custom_networks: CustomNetworksTable
  settings: SettingsTable
  arweave_items: ArweaveItemsTable
  pins: PinsTable
  requests: RequestsTable
  audit: AuditTable
  audit_ends: AuditEndsTable
  webhooks: WebhooksTable
  ended_actions: EndedActionsTable
  webhook_messages: WebhookMessagesTable
  webhook_deliveries: WebhookDeliveriesTable
}
