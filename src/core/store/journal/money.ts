import { type Kysely, sql, type Transaction } from 'kysely'
import { openStates } from '../../journal/states.ts'
import { isDefaultCollection } from '../collections/default-collections.ts'
import type { Database } from '../tables/schema.ts'
import { type CeilingOf, ceilingOfTransfer } from './hand-overs/ceilings.ts'
import { isEntering } from './runs/entering.ts'
import { isWantedOutsideRuns } from './runs/paying-runs.ts'
import type { RunRecord } from './runs/runs.ts'
import type { CollectionRow, QueueKey, TransactionRow } from './signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Sets the fee ceiling of a run, per unit of weight; null: no ceiling. @returns whether the run exists */
export async function setFeeCeiling(db: Db, runId: string, ceiling: bigint | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ fee_ceiling: ceiling?.toString() ?? null })
    .where('id', '=', runId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The current fee ceiling of a run, per unit of weight; null for mints outside runs, and for runs without a ceiling. */
export async function ceilingOfRun(db: Db, runId: string | null): Promise<bigint | null> {
  if (runId === null) return null
  const row = await db.selectFrom('runs').select('fee_ceiling').where('id', '=', runId).executeTakeFirst()
  return row?.fee_ceiling ? BigInt(row.fee_ceiling) : null
}

/** The fee ceiling of a transaction that is on disk: of its run, its hand-over, or the runs that need the deployment; null: no ceiling. */
export async function ceilingOf(db: Db, transaction: TransactionRow): Promise<CeilingOf | null> {
  if (transaction.batch_pk !== null) {
    const row = await db
      .selectFrom('batches')
      .innerJoin('runs', 'runs.id', 'batches.run_id')
      .select(['runs.id', 'runs.name', 'fee_ceiling'])
      .where('batches.pk', '=', transaction.batch_pk)
      .executeTakeFirst()
    return row === undefined || row.fee_ceiling === null
      ? null
      : { run: row.id, name: row.name, ceiling: BigInt(row.fee_ceiling) }
  }
  if (transaction.transfer_pk !== null) return ceilingOfTransfer(db, transaction.transfer_pk)
  if (transaction.purpose !== 'deploy' || transaction.collection_pk === null) return null
  const collection = await db
    .selectFrom('collections')
    .selectAll()
    .where('pk', '=', transaction.collection_pk)
    .executeTakeFirstOrThrow()
  return deploymentCeiling(db, collection)
}

/**
 * The fee ceiling for a collection's contract: the highest ceiling of the runs that need it. Null (no ceiling) where a run without a ceiling
 * or something outside runs needs it too.
 */
export async function deploymentCeiling(db: Db, collection: CollectionRow): Promise<CeilingOf | null> {
  if (!isDefaultCollection(collection.id)) return null
  if (await isWantedOutsideRuns(db, collection.pk)) return null
  const runs = await db
    .selectFrom('runs')
    .select(['id', 'name', 'fee_ceiling'])
    .where('collection_pk', '=', collection.pk)
    .where('state', 'in', ['running', 'paused'])
    .execute()
  let highest: CeilingOf | null = null
  for (const { id, name, fee_ceiling } of runs) {
    if (fee_ceiling === null) return null
    const ceiling = BigInt(fee_ceiling)
    if (highest === null || ceiling > highest.ceiling) highest = { run: id, name, ceiling }
  }
  return highest
}

/** The transactions of a signer queue that no block holds yet, with call and last max fee: what each may cost. */
export async function unpaidCalls(db: Db, queue: QueueKey): Promise<{ pk: number; call: string; maxFee: bigint }[]> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
    .select(['transactions.pk', 'transactions.call', 'attempts.max_fee'])
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('transactions.state', 'in', openStates)
    .where('transactions.state', '<>', 'included')
    .where(sql<boolean>`attempts.pk = (select max(a.pk) from attempts a where a.transaction_pk = transactions.pk)`)
    .execute()
  return rows.map(({ pk, call, max_fee }) => ({ pk, call, maxFee: BigInt(max_fee) }))
}

/** The runs of a project on a chain that still may spend something. */
export async function unendedRuns(
  db: Db,
  projectId: string,
  chain: string,
): Promise<Pick<RunRecord, 'id' | 'total' | 'unentered' | 'entering' | 'state' | 'quote'>[]> {
  return await db
    .selectFrom('runs')
    .innerJoin('collections', 'collections.pk', 'runs.collection_pk')
    .select(['runs.id', 'runs.total', 'runs.unentered', 'runs.state', 'runs.quote'])
    .select(isEntering().as('entering'))
    .where('runs.project_id', '=', projectId)
    .where('collections.chain', '=', chain)
    .where('runs.completed_at', 'is', null)
    .execute()
}
