import { type Kysely, sql, type Transaction } from 'kysely'
import { runMoves } from '../../../journal/states.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Finishes the running runs of a project on a chain of which nothing is open any more. @returns their ids */
export async function finishRuns(db: Db, projectId: string, chain: string, now: number): Promise<string[]> {
  const ended = await db
    .updateTable('runs')
    .set({ state: runMoves.finish.to, notice: null, completed_at: now })
    .where('project_id', '=', projectId)
    .where('state', 'in', runMoves.finish.from)
    .where('collection_pk', 'in', (eb) =>
      eb.selectFrom('collections').select('pk').where('project_id', '=', projectId).where('chain', '=', chain),
    )
    .where(
      // An open mint waits, is in a batch that has not ended, or is still to be added.
      sql<boolean>`not exists (select 1 from entering where entering.run_id = runs.id)
        and not exists (
          select 1 from waiting where waiting.collection_pk = runs.collection_pk and waiting.run_id = runs.id)
        and not exists (
          select 1 from batches cross join members on members.batch_pk = batches.pk where batches.run_id = runs.id
            and batches.state in ('composed', 'prepared', 'signed'))`,
    )
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Cancelled runs of a project on a chain that can be completed: nothing of them is signed any more. */
export async function cancelledRunsToComplete(db: Db, projectId: string, chain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'cancelled')
    .where('completed_at', 'is', null)
    .where('collection_pk', 'in', (eb) =>
      eb.selectFrom('collections').select('pk').where('project_id', '=', projectId).where('chain', '=', chain),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('batches')
            .select('pk')
            .whereRef('batches.run_id', '=', 'runs.id')
            .where('batches.state', '=', 'signed'),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function runningRunsOn(db: Db, projectId: string, chain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .innerJoin('collections', 'collections.pk', 'runs.collection_pk')
    .select('runs.id')
    .where('runs.state', '=', 'running')
    .where('runs.project_id', '=', projectId)
    .where('chain', '=', chain)
    .execute()
  return rows.map(({ id }) => id)
}

/** Pauses a run if it is running; `notice` says why. */
export async function pauseRun(db: Db, id: string, notice: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ state: 'paused', notice })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Pauses the running runs of a collection in which mints still wait or are added; `notice` says why. @returns their ids */
export async function pauseRuns(db: Db, collectionPk: number, notice: string): Promise<string[]> {
  const rows = await db
    .updateTable('runs')
    .set({ state: runMoves.pause.to, notice })
    .where('state', '=', 'running')
    .where('collection_pk', '=', collectionPk)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('waiting')
            .select('mint_pk')
            .whereRef('waiting.collection_pk', '=', 'runs.collection_pk')
            .whereRef('waiting.run_id', '=', 'runs.id'),
        ),
        eb.exists(eb.selectFrom('entering').select('run_id').whereRef('entering.run_id', '=', 'runs.id')),
      ]),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The keys of the API mints in these batches. */
export async function mintsOutsideRuns(db: Db, batchPks: readonly number[]): Promise<number[]> {
  if (batchPks.length === 0) return []
  const rows = await db
    .selectFrom('members')
    .innerJoin('batches', 'batches.pk', 'members.batch_pk')
    .select('members.mint_pk')
    .where('batches.pk', 'in', batchPks)
    .where('batches.run_id', 'is', null)
    .execute()
  return rows.map(({ mint_pk }) => mint_pk)
}

export async function runsOfBatches(db: Db, batchPks: readonly number[]): Promise<string[]> {
  if (batchPks.length === 0) return []
  const rows = await db.selectFrom('batches').select('run_id').distinct().where('pk', 'in', batchPks).execute()
  return rows.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]))
}
