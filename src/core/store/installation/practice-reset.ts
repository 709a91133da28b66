import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { resetCounts } from '../../../shared/app-api.ts'
import { CoreError } from '../../lib/errors.ts'
import { inPieces } from '../../lib/turns.ts'
import { defaultCollections } from '../collections/default-collections.ts'
import { mintsNow } from '../journal/mints-now.ts'
import type { Store } from '../sqlite/open.ts'
import type { Database } from '../tables/schema.ts'
import { keepSharedMetadata, longRemovals, noteMetadata, removals, scope } from './reset-statements.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Ours: rows that one statement removes; other work gets a turn of the event loop in between. */
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

/** Ends a reset: the chain has begun anew, too. */
export async function endReset(db: Db, network: string): Promise<void> {
  await db.deleteFrom('resets').where('network', '=', network).execute()
}

/**
 * Removes everything of a chain's practice network from the journal, of all practice projects, in one SQLite transaction, and notes that the chain is
 * still to be reset. Default collections are there afresh; the audit log stays. Nothing may be signed or sent there meanwhile.
 * @throws CoreError `network.busy` while rows are added to a run of it
 */
export function wipeNetwork(db: Store, chain: string, now: number): Promise<PendingReset> {
  // SQLite would look up foreign keys row by row, in tables of all networks; what refers to removed rows is removed, too.
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('pragma foreign_keys = off'))
    try {
      return await connection.transaction().execute((trx) => wipe(trx, chain, now))
    } finally {
      await connection.executeQuery(CompiledQuery.raw('pragma foreign_keys = on'))
    }
  })
}

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
      // Under its former key, so that nothing that was accepted meanwhile gets into another collection.
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

/** Notes the reset, beside what an unfinished one noted. Leaves out addresses that contracts of other networks have, too. */
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
