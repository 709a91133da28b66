import type { Kysely, Selectable, Transaction } from 'kysely'
import type { HandOverState, HandOversTable } from '../../tables/hand-overs.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>
export type HandOverRecord = Selectable<HandOversTable>

export type NewHandOver = Pick<
  HandOverRecord,
  'id' | 'project_id' | 'name' | 'headers' | 'collections' | 'findings' | 'state'
>

/** Enters a hand-over. @returns its key */
export async function addHandOver(db: Db, handOver: NewHandOver, now: number): Promise<number> {
  const { pk } = await db
    .insertInto('hand_overs')
    .values({
      ...handOver,
      fee_ceilings: '{}',
      quotes: '{}',
      created_at: now,
      started_at: null,
      completed_at: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

/** A hand-over by its id; undefined while its file is still being read. */
export async function findHandOver(db: Db, id: string): Promise<HandOverRecord | undefined> {
  return await db
    .selectFrom('hand_overs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'reading')
    .executeTakeFirst()
}

/** The same by its key in the database. */
export async function handOverByPk(db: Db, pk: number): Promise<HandOverRecord> {
  return await db.selectFrom('hand_overs').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
}

/** A project's last hand-overs, newest first. */
export async function listHandOvers(db: Db, projectId: string, limit: number): Promise<HandOverRecord[]> {
  return await db
    .selectFrom('hand_overs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '<>', 'reading')
    .orderBy('pk', 'desc')
    .limit(limit)
    .execute()
}

/** The hand-overs of all projects that are not completed, those included that were cancelled just now. */
export async function unendedHandOvers(db: Db): Promise<HandOverRecord[]> {
  return await db
    .selectFrom('hand_overs')
    .selectAll()
    .where('completed_at', 'is', null)
    .where('state', 'in', ['reading', 'checking', 'running', 'paused', 'cancelled'])
    .execute()
}

/** The ids of a project's hand-overs that are under way. */
export async function handOversUnderWay(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('hand_overs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves a hand-over to another state. @returns whether it was in one of the states `from` */
export async function setHandOverState(
  db: Db,
  pk: number,
  move: { from: readonly HandOverState[]; to: HandOverState },
  set: Partial<Pick<HandOverRecord, 'started_at' | 'completed_at' | 'fee_ceilings' | 'quotes' | 'findings'>> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('hand_overs')
    .set({ ...set, state: move.to })
    .where('pk', '=', pk)
    .where('state', 'in', move.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets a hand-over's fee ceilings (per unit of weight), by chain. */
export async function setCeilings(db: Db, pk: number, ceilings: Readonly<Record<string, string>>): Promise<void> {
  await db
    .updateTable('hand_overs')
    .set({ fee_ceilings: JSON.stringify(ceilings) })
    .where('pk', '=', pk)
    .execute()
}

/** Removes a hand-over of which no transfer was entered, with its rows. */
export async function removeHandOver(db: Kysely<Database>, pk: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('hand_over_nfts').where('hand_over_pk', '=', pk).execute()
    await trx.deleteFrom('hand_over_rows').where('hand_over_pk', '=', pk).execute()
    await trx.deleteFrom('hand_overs').where('pk', '=', pk).execute()
  })
}
