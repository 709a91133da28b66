import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { batchMoves, type Move, mintMoves, type RunState } from '../../../journal/states.ts'
import type { Flag } from '../../tables/flag.ts'
import type { RunsTable } from '../../tables/runs.ts'
import type { Database } from '../../tables/schema.ts'
import { isNow, stateNow } from '../mints-now.ts'
import { isEntering } from './entering.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A run with what is shown of its collection. */
export type RunRecord = Selectable<RunsTable> & {
  chain: string
  collection_id: string
  /** JSON, as asked for. */
  collection_metadata: string
  contract_address: string | null
  fungibility: 'non-fungible' | 'semi-fungible'
  halted: string | null
  /** Whether rows are still to be added to its mints. */
  entering: Flag
}

function records(db: Db) {
  return db
    .selectFrom('runs')
    .innerJoin('collections', 'collections.pk', 'runs.collection_pk')
    .selectAll('runs')
    .select([
      'collections.chain',
      'collections.id as collection_id',
      'collections.metadata as collection_metadata',
      'collections.contract_address',
      'collections.fungibility',
      'collections.halted',
    ])
    .select(isEntering().as('entering'))
}

/** A run by its id, whatever project it belongs to. */
export function findRun(db: Db, id: string): Promise<RunRecord | undefined> {
  return records(db).where('runs.id', '=', id).executeTakeFirst()
}

/** The project's runs, newest first. */
export function listRuns(db: Db, projectId: string, limit: number): Promise<RunRecord[]> {
  return records(db)
    .where('runs.project_id', '=', projectId)
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id')
    .limit(limit)
    .execute()
}

/** The last run that was made from an import. */
export function lastRunOfImport(db: Db, importId: string): Promise<RunRecord | undefined> {
  return records(db).where('import_id', '=', importId).orderBy('runs.created_at', 'desc').executeTakeFirst()
}

/** How many runs have this content: the number distinguishes a file that is minted again from the run before. */
export async function countRunsOf(db: Db, content: string): Promise<number> {
  const { count } = await db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('content', '=', content)
    .executeTakeFirstOrThrow()
  return count
}

export async function addRun(db: Db, run: Insertable<RunsTable>): Promise<void> {
  await db.insertInto('runs').values(run).execute()
}

/** Moves a run to another state, where its state allows that. @returns whether it did */
export async function setRunState(
  db: Db,
  id: string,
  move: Move<RunState>,
  more: Updateable<Pick<RunsTable, 'completed_at' | 'notice' | 'confirmed'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ ...more, state: move.to })
    .where('id', '=', id)
    .where('state', 'in', move.from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks a cancelled run as completed, unless something of it is still under way: a mint may wait again because a transaction lost its sequence
 * since the caller looked, and would be minted if the run were retried.
 */
export async function completeRun(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('runs')
    .set({ completed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'cancelled')
    .where(
      sql<boolean>`not exists (
          select 1 from waiting where waiting.collection_pk = runs.collection_pk and waiting.run_id = runs.id)
        and not exists (
          select 1 from batches where batches.run_id = runs.id and batches.state in ('composed', 'prepared', 'signed'))`,
    )
    .execute()
}

/** Runs in one of these states that are not completed. */
export async function openRunsIn(db: Db, states: readonly RunsTable['state'][]): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('state', 'in', states)
    .where('completed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels up to `limit` waiting mints of a cancelled run. @returns how many */
export async function cancelQueued(db: Db, runId: string, limit: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mints')
    .set({ state: mintMoves.cancel.to, completed_at: now })
    .where('pk', 'in', (eb) =>
      eb
        .selectFrom('waiting')
        .select('mint_pk')
        .where('collection_pk', '=', eb.selectFrom('runs').select('collection_pk').where('id', '=', runId))
        .where('run_id', '=', runId)
        .limit(limit),
    )
    .where('run_id', 'in', (eb) => eb.selectFrom('runs').select('id').where('state', '=', 'cancelled'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives up a cancelled run's batches that are not signed: their mints are cancelled. In one SQLite transaction. */
export async function cancelUnsigned(db: Kysely<Database>, runId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const given = await trx
      .updateTable('batches')
      .set({ state: batchMoves.giveUp.to, settled_at: now })
      .where('run_id', '=', runId)
      .where('state', 'in', batchMoves.giveUp.from)
      .where('run_id', 'in', (eb) => eb.selectFrom('runs').select('id').where('state', '=', 'cancelled'))
      .returning('pk')
      .execute()
    for (const { pk } of given) {
      await trx
        .updateTable('mints')
        .set({ state: mintMoves.giveUp.to, completed_at: now })
        .where('pk', 'in', (eb) => eb.selectFrom('members').select('mint_pk').where('batch_pk', '=', pk))
        .where(isNow(mintMoves.giveUp.from))
        .execute()
      await trx.deleteFrom('members').where('batch_pk', '=', pk).execute()
    }
  })
}

/** The mints of a collection that have these ids, by id. */
export async function mintsWithIds(
  db: Db,
  collectionPk: number,
  ids: readonly string[],
): Promise<Map<string, { pk: number; state: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('mints')
    .select(['pk', 'id', stateNow().as('state')])
    .where('collection_pk', '=', collectionPk)
    .where('id', 'in', sql<string>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute()
  return new Map(rows.map(({ pk, id, state }) => [id, { pk, state }]))
}
