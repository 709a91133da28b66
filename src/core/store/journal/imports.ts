import { sql } from 'kysely'
import type { ColumnMapping } from '../../../shared/app-api.ts'
import { supplyLeft } from '../collections/supply.ts'
import type { Store } from '../sqlite/open.ts'
import type { ImportsTable } from '../tables/imports.ts'

/** The import with this id; undefined when there is none. */
export function findImport(store: Store, id: string): Promise<ImportsTable | undefined> {
  return store.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A project's imports, newest first. */
export function listImports(store: Store, projectId: string, limit: number): Promise<ImportsTable[]> {
  return store
    .selectFrom('imports')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Adds an import, or overwrites its name, state and data. */
export async function saveImport(store: Store, row: ImportsTable): Promise<void> {
  await store
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: row.name, state: row.state, data: row.data }))
    .execute()
}

export async function deleteImport(store: Store, id: string): Promise<void> {
  await store.deleteFrom('imports').where('id', '=', id).execute()
}

/** The imports that were being checked when the core ended. */
export function findUnfinishedImports(store: Store): Promise<ImportsTable[]> {
  return store.selectFrom('imports').selectAll().where('state', '=', 'checking').execute()
}

/** Whether a run was made from the import, so that its rows are needed for the results. */
export async function importHasRun(store: Store, id: string): Promise<boolean> {
  const run = await store.selectFrom('runs').select('id').where('import_id', '=', id).executeTakeFirst()
  return run !== undefined
}

/** The column map a person chose for a header line; `header` is the hash of the line. */
export async function findColumnMap(store: Store, header: string): Promise<unknown> {
  const kept = await store.selectFrom('import_maps').select('columns').where('header', '=', header).executeTakeFirst()
  return kept === undefined ? undefined : JSON.parse(kept.columns)
}

/** Keeps the column map a person chose for a header line. */
export async function saveColumnMap(store: Store, header: string, columns: readonly ColumnMapping[]): Promise<void> {
  const text = JSON.stringify(columns)
  await store
    .insertInto('import_maps')
    .values({ header, columns: text })
    .onConflict((conflict) => conflict.column('header').doUpdateSet({ columns: text }))
    .execute()
}

/** What the check of rows needs to know of a collection. */
export interface CollectionFacts {
  pk: number
  id: string
  chain: string
  fungibility: 'non-fungible' | 'semi-fungible'
  hasBaseUri: boolean
  /** How many NFTs can still be minted; null without a limit. */
  supplyRemaining: number | null
}

/** The facts of a project's collection; undefined when there is none of that id. */
export async function findCollectionFacts(
  store: Store,
  projectId: string,
  id: string,
): Promise<CollectionFacts | undefined> {
  const found = await store
    .selectFrom('collections')
    .select(['pk', 'id', 'chain', 'fungibility', 'base_uri'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { pk, chain, fungibility } = found
  const supply = await supplyLeft(store, pk)
  const supplyRemaining = supply === null ? null : Math.max(0, supply.left)
  return { pk, id, chain, fungibility, hasBaseUri: Boolean(found.base_uri), supplyRemaining }
}

/** Whether anything was minted into a collection, or is about to be. */
export async function collectionHasMints(store: Store, collectionPk: number): Promise<boolean> {
  const mint = await store
    .selectFrom('mints')
    .select('pk')
    .where('collection_pk', '=', collectionPk)
    .limit(1)
    .executeTakeFirst()
  return mint !== undefined
}

/** The e-mail addresses of the collection's project that case folding may change: those with letters beyond ASCII. */
export async function foldingEmails(store: Store, collectionPk: number): Promise<string[]> {
  const { rows } = await sql<{ user: string }>`SELECT DISTINCT w.user FROM wallets w INDEXED BY wallets_folding
    WHERE w.project_id = (SELECT project_id FROM collections WHERE pk = ${collectionPk})
      AND w.kind = 'email' AND w.user GLOB '*[^ -~]*'`.execute(store)
  return rows.map(({ user }) => user)
}

/** Which of these e-mail addresses, in normal form, the collection's project has wallets for. */
export async function knownEmails(store: Store, collectionPk: number, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user: string }>`SELECT DISTINCT w.user FROM wallets w
    WHERE w.project_id = (SELECT project_id FROM collections WHERE pk = ${collectionPk})
      AND w.kind = 'email' AND w.user IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`.execute(store)
  return rows.map(({ user }) => user)
}
