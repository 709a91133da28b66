/** Runs of which rows are still to be added to the mints, and how far each is. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Flag } from '../../tables/flag.ts'
import type { EnteringTable } from '../../tables/runs.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export type EnteringRow = Selectable<EnteringTable>

/** Whether rows are still to be added to the run of the statement. */
export const isEntering = (): RawBuilder<Flag> =>
  sql.raw('exists (select 1 from entering where entering.run_id = runs.id)')

/** Puts a run behind those of its collection that are still being entered; in the commit that makes the run. */
export async function addEntering(
  trx: Transaction<Database>,
  run: Pick<
    EnteringRow,
    'run_id' | 'collection_pk' | 'import_id' | 'decided' | 'again' | 'compressed' | 'minted_before' | 'units'
  >,
): Promise<void> {
  const { last } = await trx
    .selectFrom('entering')
    .select((eb) => eb.fn.max<number | null>('started').as('last'))
    .where('collection_pk', '=', run.collection_pk)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('entering')
    .values({ ...run, started: (last ?? 0) + 1 })
    .execute()
}

/** The runs whose turn it is: the first of each collection. */
export function enteringNow(db: Db): Promise<Pick<EnteringRow, 'run_id' | 'collection_pk'>[]> {
  return db
    .selectFrom('entering')
    .select(['run_id', 'collection_pk'])
    .where(
      sql<boolean>`started = (select min(started) from entering as first where first.collection_pk = entering.collection_pk)`,
    )
    .orderBy('collection_pk')
    .execute()
}

/** How far a run is; undefined when nothing of it is still to be entered. */
export function enteringOf(db: Db, runId: string): Promise<EnteringRow | undefined> {
  return db.selectFrom('entering').selectAll().where('run_id', '=', runId).executeTakeFirst()
}

/** What a run was made of and when, and the collection that its content depends on. */
export function madeOf(
  db: Db,
  runId: string,
): Promise<{ content: string; createdAt: number; projectIndex: number; id: string; chain: string }> {
  return db
    .selectFrom('runs')
    .innerJoin('collections', 'collections.pk', 'runs.collection_pk')
    .innerJoin('projects', 'projects.id', 'collections.project_id')
    .select(['runs.content', 'runs.created_at as createdAt', 'projects.idx as projectIndex'])
    .select(['collections.id', 'collections.chain'])
    .where('runs.id', '=', runId)
    .executeTakeFirstOrThrow()
}

/** Whether rows of a run are still to be added. */
export async function isRunEntering(db: Db, runId: string): Promise<boolean> {
  return (await db.selectFrom('entering').select('run_id').where('run_id', '=', runId).executeTakeFirst()) !== undefined
}

/** Whether a run of a collection is still being entered. */
export async function hasEntering(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('entering')
    .select('run_id')
    .where('collection_pk', '=', collectionPk)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The name of another run of the collection whose rows are still being added. */
export async function otherEntering(db: Db, collectionPk: number, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('entering')
    .innerJoin('runs', 'runs.id', 'entering.run_id')
    .select('runs.name')
    .where('entering.collection_pk', '=', collectionPk)
    .where('entering.run_id', '<>', runId)
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

/** The name of a run of this content, of which rows are still being added to the collection. */
export async function enteringOfContent(db: Db, collectionPk: number, content: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('entering')
    .innerJoin('runs', 'runs.id', 'entering.run_id')
    .select('runs.name')
    .where('entering.collection_pk', '=', collectionPk)
    .where('runs.content', '=', content)
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

/** The run that rows of an import are still being added to. */
export async function enteringFrom(db: Db, importId: string): Promise<string | undefined> {
  const row = await db.selectFrom('entering').select('run_id').where('import_id', '=', importId).executeTakeFirst()
  return row?.run_id
}

/** Stores what a run leaves out, once its turn has come, and how many NFTs (`mints`) and units of the supply remain. */
export async function decideEntering(
  trx: Transaction<Database>,
  runId: string,
  decided: { mintedBefore: Buffer | null; mints: number; units: number },
): Promise<void> {
  const { mintedBefore: minted_before, mints, units } = decided
  await trx
    .updateTable('entering')
    .set({ decided: 1, minted_before, units })
    .where('run_id', '=', runId)
    .where('decided', '=', 0)
    .execute()
  await trx.updateTable('runs').set({ total: mints, unentered: mints }).where('id', '=', runId).execute()
}

/**
 * Moves a run on to a place in its file, in the commit that adds its mints. `mints` NFTs (`units` of the supply) are done; `lost` of them made
 * no mint, because their ids were taken meanwhile.
 */
export async function moveEntering(
  trx: Transaction<Database>,
  runId: string,
  place: number,
  done: { mints: number; units: number; lost: number },
): Promise<void> {
  const { mints, units, lost } = done
  await sql`update entering set place = ${place}, units = units - ${units}
            where run_id = ${runId}`.execute(trx)
  await sql`update runs set unentered = unentered - ${mints}, total = total - ${lost} where id = ${runId}`.execute(trx)
}

/** Ends the entering of a run: what was not added never is. `why`: the reason, unless the run was cancelled. */
export async function endEntering(trx: Transaction<Database>, runId: string, why?: string): Promise<void> {
  await trx.deleteFrom('entering').where('run_id', '=', runId).execute()
  if (why !== undefined) await trx.updateTable('runs').set({ left_off: why }).where('id', '=', runId).execute()
}
