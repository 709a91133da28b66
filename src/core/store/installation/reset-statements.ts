/** The statements of a practice network's reset (practice-reset.ts), which enters in `wiped` and `wiped_collections` what is removed. */

/** Temporary tables that a reset makes for its statements. */
export const scope = [
  'create temp table wiped (network text not null)',
  'create temp table wiped_collections (pk integer primary key)',
  'create temp table wiped_metadata (hash text not null)',
  'create temp table wiped_hand_overs (pk integer primary key)',
]

const collectionPks = `(select pk from wiped_collections)`
const thatNetwork = `(select network from wiped)`
const projectIds = `(select id from projects where kind = 'practice')`
const ofMint = `exists (select 1 from mints where mints.pk = mint_pk and mints.collection_pk in ${collectionPks})`
const ofAction = `exists (select 1 from actions where actions.pk = action_pk and actions.collection_pk in ${collectionPks})`
const ofTransfer = `exists (select 1 from transfers where transfers.pk = transfer_pk and transfers.network = ${thatNetwork})`
/** Whether an id is that of an action, a mint or a transfer that is removed. */
const isGone = (id: string): string => `(
  exists (select 1 from mints where mints.id = ${id} and mints.action_id = mints.id and mints.collection_pk in ${collectionPks})
  or exists (select 1 from mints where mints.action_id = ${id} and mints.action_id <> mints.id and mints.collection_pk in ${collectionPks})
  or exists (select 1 from corrections where corrections.action_id = ${id} and corrections.collection_pk in ${collectionPks})
  or exists (select 1 from actions where actions.id = ${id} and actions.project_id in ${projectIds} and actions.collection_pk in ${collectionPks})
  or exists (select 1 from transfers where transfers.id = ${id} and transfers.project_id in ${projectIds} and transfers.network = ${thatNetwork}))`
/** Whether an NFT of a hand-over is on the network that is reset. */
const handedThere = `chain = (select substr(network, 10) from wiped)`
const madeBy = (table: string, of: string): string => `exists (
  select 1 from json_each(idempotency.resource) as made join ${table} on ${table}.id = made.value
    and ${table}.project_id = idempotency.project_id and ${of})`

/** In an order in which each statement still finds the rows that it needs to look others up. */
export const removals = [
  // Hand-overs of which nothing will be left. One whose NFTs are still being looked up goes on with what there is.
  `insert into wiped_hand_overs select pk from hand_overs where project_id in ${projectIds} and state not in ('reading', 'checking')
    and exists (select 1 from hand_over_nfts where hand_over_pk = hand_overs.pk and ${handedThere})
    and not exists (select 1 from hand_over_nfts where hand_over_pk = hand_overs.pk and not ${handedThere})`,
  `delete from hand_over_nfts where ${handedThere} and hand_over_pk in (select pk from hand_overs where project_id in ${projectIds})`,
  `update hand_over_rows set state = 'empty' where state = 'ready'
    and hand_over_pk in (select pk from hand_overs where project_id in ${projectIds} and pk not in (select pk from wiped_hand_overs))
    and not exists (select 1 from hand_over_nfts where row_pk = hand_over_rows.pk)`,
  `delete from ended_actions where ${ofMint} or ${ofAction} or ${ofTransfer}`,
  `delete from webhook_deliveries where state in ('waiting', 'failed')
    and webhook_id in (select id from webhooks where project_id in ${projectIds})
    and (select ${isGone(`(body ->> '$.actionId')`)} from webhook_messages where webhook_messages.pk = message_pk)`,
  `delete from idempotency where project_id in ${projectIds} and (
    collection_pk in ${collectionPks}
    or route like '%/collections' and ${madeBy('collections', `collections.pk in ${collectionPks}`)}
    or route like '%/transfer' and ${madeBy('transfers', `transfers.network = ${thatNetwork}`)})`,
  `delete from alone where ${ofMint}`,
  `delete from spent_by_runs where run_id in (select id from runs where collection_pk in ${collectionPks})`,
  `delete from corrections where collection_pk in ${collectionPks}`,
  `delete from leaves where tree_pk in (select pk from trees where collection_pk in ${collectionPks})`,
  ...['trees', 'templates', 'known_mints', 'restored_collections', 'writers', 'found_jobs', 'trails', 'actions'].map(
    (table) => `delete from ${table} where collection_pk in ${collectionPks}`,
  ),
  ...[
    'transfers',
    'sightings',
    'scans',
    'provider_lists',
    'recovery_scans',
    'recovery_reads',
    'networks',
    'spent',
    'withdrawals',
  ].map((table) => `delete from ${table} where network = ${thatNetwork}`),
]

/** Notes the metadata of what goes, before it goes. */
export const noteMetadata = [
  ['metadata_hash', 'mints'],
  ['resolved_hash', 'mints'],
  ['metadata_hash', 'corrections'],
  ['resolved_hash', 'corrections'],
  ['metadata_hash', 'templates'],
].map(
  ([column, table]) =>
    `insert into wiped_metadata select ${column} from ${table} where collection_pk in ${collectionPks} and ${column} is not null`,
)
/** Of the metadata noted, what other rows use is kept. */
export const keepSharedMetadata = [
  'delete from wiped_metadata where hash in (select metadata_hash from mints where metadata_hash is not null)',
  'delete from wiped_metadata where hash in (select resolved_hash from mints where resolved_hash is not null)',
  'delete from wiped_metadata where hash in (select metadata_hash from corrections where metadata_hash is not null)',
  'delete from wiped_metadata where hash in (select resolved_hash from corrections where resolved_hash is not null)',
  'delete from wiped_metadata where hash in (select metadata_hash from templates where metadata_hash is not null)',
]

/** Further removals, of which each may be a million rows. */
export const longRemovals = [
  ['hand_over_rows', 'select pk from hand_over_rows where hand_over_pk in (select pk from wiped_hand_overs)'],
  ['hand_overs', 'select pk from wiped_hand_overs'],
  ['mints', `select pk from mints where collection_pk in ${collectionPks}`],
  [
    'members',
    `select members.rowid from batches join members on members.batch_pk = batches.pk where batches.collection_pk in ${collectionPks}`,
  ],
  [
    'attempts',
    `select attempts.pk from transactions join attempts on attempts.transaction_pk = transactions.pk where transactions.network = ${thatNetwork}`,
  ],
  ['transactions', `select pk from transactions where network = ${thatNetwork}`],
  ['batches', `select pk from batches where collection_pk in ${collectionPks}`],
  ['runs', `select rowid from runs where collection_pk in ${collectionPks}`],
  ['collections', `select pk from collections where pk in ${collectionPks}`],
] as const
