import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { resetCounts } from '../../../shared/app-api.ts'
import { CoreError } from '../../lib/errors.ts'
import { inPieces } from '../../lib/turns.ts'
import { defaultCollections } from '../collections/default-collections.ts'
import { mintsNow } from '../journal/mints-now.ts'
import type { Store } from '../sqlite/open.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Ours: rows that are removed by one statement; others get a turn at the event loop in between. */
const removedAtOnce = 2_000

/** What a reset of a chain's practice network removes, of all practice projects. */
export async function countForReset(db: Db, chain: string): Promise<z.infer<typeof resetCounts>> {
  const ours = collectionsOn(db, chain)
  const pks = (await ours.select('collections.pk').execute()).map(({ pk }) => pk)
  const [collections, nfts, runs, wallets] = await Promise.all([
    ours
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.count<number>('project_id').distinct().as('projects'),
      ])
      .where('state', '<>', 'new')
      .executeTakeFirstOrThrow(),
    mintsNow(db)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('collection_pk', 'in', pks)
      .where('state', '=', 'succeeded')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('runs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('collection_pk', 'in', pks)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('mints')
      .select((eb) => eb.fn.count<number>('recipient').distinct().as('count'))
      .where('collection_pk', 'in', pks)
      .where((eb) => eb.or([eb('recipient', 'like', 'email:%'), eb('recipient', 'like', 'userId:%')]))
      .executeTakeFirstOrThrow(),
  ])
  return {
    projects: collections.projects,
    collections: collections.count,
    nfts: nfts.count,
    runs: runs.count,
    wallets: wallets.count,
  }
}

/** What is left to be done of a reset once the journal is wiped. */
export interface PendingReset {
  network: string
  /** Addresses of the collections that were there. */
  contracts: string[]
}

/** Resets that were not finished. */
export async function pendingResets(db: Db): Promise<PendingReset[]> {
  const rows = await db.selectFrom('resets').selectAll().execute()
  return rows.map(({ network, contracts }) => ({ network, contracts: JSON.parse(contracts) as string[] }))
}

/** The chain has begun anew, too. */
export async function endReset(db: Db, network: string): Promise<void> {
  await db.deleteFrom('resets').where('network', '=', network).execute()
}

/**
 * Removes everything of a chain's practice network from the journal, of all practice projects, in one SQLite transaction, and notes that the chain is
 * still to be reset. Default collections are there afresh; the audit log stays. Nothing may be signed or sent there meanwhile.
 * @throws CoreError `network.busy` while rows are added to a run of it
 */
export function wipeNetwork(db: Store, chain: string, now: number): Promise<PendingReset> {
  // References would be looked up row by row, in tables of all networks; all that refers to what is removed is removed with it.
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('pragma foreign_keys = off'))
    try {
      return await connection.transaction().execute((trx) => wipe(trx, chain, now))
    } finally {
      await connection.executeQuery(CompiledQuery.raw('pragma foreign_keys = on'))
    }
  })
}

/** Made of a reset, for its statements. */
const scope = [
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
/** The collection that a request's path names; '' where it names none. */
const afterName = `substr(route, instr(route, '/collections/') + 13)`
const named = `iif(instr(route, '/collections/') = 0, '', substr(${afterName}, 1, instr(${afterName} || '/', '/') - 1))`
/** Of an NFT that is handed over. */
const handedThere = `chain = (select substr(network, 10) from wiped)`
const madeBy = (table: string, of: string): string => `exists (
  select 1 from json_each(idempotency.resource) as made join ${table} on ${table}.id = made.value
    and ${table}.project_id = idempotency.project_id and ${of})`

/** In an order in which what is still needed to find the rest is there. */
const removals = [
  // Nothing is left of them then; one that is still looked up goes on with what there is.
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
    exists (select 1 from collections where collections.pk in ${collectionPks}
      and collections.project_id = idempotency.project_id and collections.id = iif(${named} = 'default', 'default-polygon', ${named}))
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

const noteMetadata = [
  ['metadata_hash', 'mints'],
  ['resolved_hash', 'mints'],
  ['metadata_hash', 'corrections'],
  ['resolved_hash', 'corrections'],
  ['metadata_hash', 'templates'],
].map(
  ([column, table]) =>
    `insert into wiped_metadata select ${column} from ${table} where collection_pk in ${collectionPks} and ${column} is not null`,
)
const keepSharedMetadata = [
  'delete from wiped_metadata where hash in (select metadata_hash from mints where metadata_hash is not null)',
  'delete from wiped_metadata where hash in (select resolved_hash from mints where resolved_hash is not null)',
  'delete from wiped_metadata where hash in (select metadata_hash from corrections where metadata_hash is not null)',
  'delete from wiped_metadata where hash in (select resolved_hash from corrections where resolved_hash is not null)',
  'delete from wiped_metadata where hash in (select metadata_hash from templates where metadata_hash is not null)',
]

/** The same, of which there may be a million rows. */
const longRemovals = [
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

async function wipe(trx: Transaction<Database>, chain: string, now: number): Promise<PendingReset> {
  const network = `practice:${chain}`
  const rows = await collectionsOn(trx, chain)
    .select(['collections.pk', 'collections.id', 'collections.project_id', 'contract_address'])
    .execute()
  const pks = rows.map(({ pk }) => pk)
  const entering = await trx
    .selectFrom('entering')
    .innerJoin('runs', 'runs.id', 'entering.run_id')
    .select('runs.name')
    .where('entering.collection_pk', 'in', pks)
    .executeTakeFirst()
  if (entering)
    throw new CoreError(
      'network.busy',
      `Rows of the run "${entering.name}" are still being added there: reset the network when that is done, or cancel the run first.`,
    )
  const run = (statement: string, values: readonly unknown[] = []) =>
    trx.executeQuery(CompiledQuery.raw(statement, [...values]))
  const pause = inPieces()
  const inParts = async (table: string, which: string): Promise<void> => {
    for (let removed = removedAtOnce; removed === removedAtOnce; await pause()) {
      const { numAffectedRows } = await run(`delete from ${table} where rowid in (${which} limit ${removedAtOnce})`)
      removed = Number(numAffectedRows ?? 0n)
    }
  }
  for (const statement of scope) await run(statement)
  await run('insert into wiped values (?)', [network])
  await run('insert into wiped_collections select value from json_each(?)', [JSON.stringify(pks)])
  for (const statement of [...noteMetadata, ...removals]) {
    await run(statement)
    await pause()
  }
  for (const [table, which] of longRemovals) await inParts(table, which)
  for (const statement of keepSharedMetadata) await run(statement)
  const [{ last = 0 } = {}] = (
    await trx.executeQuery<{ last: number | null }>(CompiledQuery.raw('select max(rowid) as last from wiped_metadata'))
  ).rows
  for (let from = 0; from < (last ?? 0); from += removedAtOnce) {
    const part = 'select hash from wiped_metadata where rowid > ? and rowid <= ?'
    await run(`delete from metadata where hash in (${part})`, [from, from + removedAtOnce])
    await pause()
  }
  for (const { id } of await trx.selectFrom('projects').select('id').where('kind', '=', 'practice').execute())
    for (const row of defaultCollections(id, now).filter((one) => one.chain === chain)) {
      // Under its own key, so that nothing that was accepted meanwhile gets into another.
      const before = rows.find((one) => one.project_id === id && one.id === row.id)
      await trx
        .insertInto('collections')
        .values({ ...row, ...(before ? { pk: before.pk } : {}) })
        .execute()
    }
  for (const table of ['wiped', 'wiped_collections', 'wiped_metadata', 'wiped_hand_overs'])
    await run(`drop table temp.${table}`)
  return await noteReset(trx, network, rows)
}

/** Adds to what an unfinished reset of the network noted. Contracts of other networks may have the same addresses. */
async function noteReset(
  trx: Transaction<Database>,
  network: string,
  rows: readonly { contract_address: string | null }[],
): Promise<PendingReset> {
  const before = (await pendingResets(trx)).find((one) => one.network === network)?.contracts ?? []
  const others = await trx
    .selectFrom('collections')
    .select('contract_address')
    .where('contract_address', 'is not', null)
    .execute()
  const kept = new Set(others.map((one) => one.contract_address))
  const gone = rows.flatMap((one) => (kept.has(one.contract_address) ? [] : (one.contract_address ?? [])))
  const contracts = [...new Set([...before, ...gone])]
  const row = { network, contracts: JSON.stringify(contracts) }
  await trx
    .insertInto('resets')
    .values(row)
    .onConflict((conflict) => conflict.column('network').doUpdateSet(row))
    .execute()
  return { network, contracts }
}
function collectionsOn(db: Db, chain: string) {
  return db
    .selectFrom('collections')
    .innerJoin('projects', 'projects.id', 'collections.project_id')
    .where('projects.kind', '=', 'practice')
    .where('collections.chain', '=', chain)
}
