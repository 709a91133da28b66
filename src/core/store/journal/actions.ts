import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { builtOnce } from '../sqlite/built-once.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { ActionKind, ActionsTable } from '../tables/actions.ts'
import type { Database } from '../tables/schema.ts'
import { conditionsOf, type GivenIds } from './given-ids.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface NewAction {
  projectId: string
  id: string
  kind: ActionKind
  collectionPk: number
  mintPk: number | null
  /** What is to be done; kept as JSON. */
  work: unknown
}

export async function addAction(db: Db, action: NewAction, now: number): Promise<number> {
  const { pk } = await db
    .insertInto('actions')
    .values({
      project_id: action.projectId,
      id: action.id,
      kind: action.kind,
      collection_pk: action.collectionPk,
      mint_pk: action.mintPk,
      status: 'pending',
      work: JSON.stringify(action.work),
      transaction_pk: null,
      error_code: null,
      error_message: null,
      started_at: now,
      completed_at: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

export type ActionRow = Selectable<ActionsTable> & { tx_hash: string | null }

/** An action of the project that is no mint, with the hash of its transaction once a block holds that. */
export function findAction(reader: Reader, projectId: string, id: string): ActionRow | undefined {
  return byId.now(reader, { projectId, id })[0]
}

const byId = builtOnce((db, { projectId, id }: { projectId: string; id: string }) =>
  actions(db).where('actions.project_id', '=', projectId).where('actions.id', '=', id),
)

/** The same by its primary key, for events and webhooks. */
export async function actionByPk(db: Db, pk: number): Promise<ActionRow | undefined> {
  return await actions(db).where('actions.pk', '=', pk).executeTakeFirst()
}

/** The burn of an NFT that is pending or has succeeded. */
export async function burnOf(db: Db, mintPk: number): Promise<Pick<ActionsTable, 'status'> | undefined> {
  return await db
    .selectFrom('actions')
    .select('status')
    .where('mint_pk', '=', mintPk)
    .where('kind', '=', 'nfts.delete')
    .where('status', 'in', ['pending', 'succeeded'])
    .executeTakeFirst()
}

/** The pending burns of a collection: the JSON of their `work`. */
export async function pendingBurns(db: Db, collectionPk: number): Promise<string[]> {
  const rows = await db
    .selectFrom('actions')
    .select('work')
    .where('collection_pk', '=', collectionPk)
    .where('kind', '=', 'nfts.delete')
    .where('status', '=', 'pending')
    .execute()
  return rows.flatMap(({ work }) => (work === null ? [] : [work]))
}

/** Which of these ids an action of the project already has: action ids are unique in a project. */
export async function takenActionIds(db: Db, projectId: string, ids: GivenIds): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const which of conditionsOf(ids)) {
    const { rows } = await sql<{ id: string }>`
      select id from action_ids where project = (select idx from projects where projects.id = ${projectId}) and ${which}`.execute(
      db,
    )
    for (const { id } of rows) taken.add(id)
  }
  return taken
}

/** The action id for something with the id `id`: the same, or a UUID where another action of the project has that. */
export async function freeActionId(db: Db, projectId: string, id: string): Promise<string> {
  return (await takenActionIds(db, projectId, { named: [id], ofRun: [] })).has(id) ? randomUUID() : id
}

/** The same, in order, for mints that were read back under our own ids. */
export async function recoveredActionIds(db: Db, collectionPk: number, ids: readonly string[]): Promise<string[]> {
  const { project_id } = await db
    .selectFrom('collections')
    .select('project_id')
    .where('pk', '=', collectionPk)
    .executeTakeFirstOrThrow()
  const taken = await takenActionIds(db, project_id, { named: ids, ofRun: [] })
  return ids.map((id) => (taken.has(id) ? randomUUID() : id))
}

/** A subquery looks up the hash: SQLite would plan a join anew each time (see `nfts`). */
function actions(db: Db) {
  return db
    .selectFrom('actions')
    .selectAll('actions')
    .select((eb) =>
      eb
        .selectFrom('transactions')
        .select('transactions.tx_hash')
        .whereRef('transactions.pk', '=', 'actions.transaction_pk')
        .as('tx_hash'),
    )
}
