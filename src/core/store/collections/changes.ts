import type { Kysely, Selectable, Transaction } from 'kysely'
import type { CollectionChange } from '../../chains/family/collections.ts'
import { actionMoves } from '../../journal/states.ts'
import { addAction } from '../journal/actions.ts'
import type { ActionsTable } from '../tables/actions.ts'
import type { Database } from '../tables/schema.ts'
import { type CollectionRow, collectionByPk, wantCollection } from './collections.ts'
import { type CollectionSettings, settingsAfter, settledOf, wantedColumns } from './settings.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Adds a pending change of a collection: from now on requests are checked against it. Requests the contract if nothing did so far. */
export async function addChange(
  tx: Transaction<Database>,
  collection: CollectionRow,
  change: CollectionChange,
  id: string,
  now: number,
): Promise<void> {
  if (collection.state === 'new') await wantCollection(tx, collection, now)
  await addAction(
    tx,
    {
      projectId: collection.project_id,
      id,
      kind: 'collections.update',
      collectionPk: collection.pk,
      mintPk: null,
      work: change,
    },
    now,
  )
  await followChanges(tx, collection.pk, null)
}

/** Stores the settings after a change was made on chain (`null`: none was), and the wanted ones after all changes that still wait. */
export async function followChanges(
  tx: Transaction<Database>,
  collectionPk: number,
  made: CollectionChange | null,
): Promise<void> {
  const collection = await collectionByPk(tx, collectionPk)
  const before = settledOf(collection)
  const settled = made === null ? before : settingsAfter(before, made, collection.purchased)
  const wanted = await settingsWanted(tx, collection, settled)
  await tx
    .updateTable('collections')
    .set({ settled: JSON.stringify(settled), ...wantedColumns(wanted) })
    .where('pk', '=', collectionPk)
    .execute()
}

/** The settings of a collection after all pending changes. @param settled those before; by default those on chain */
export async function settingsWanted(
  db: Db,
  collection: CollectionRow,
  settled: CollectionSettings = settledOf(collection),
): Promise<CollectionSettings> {
  const waiting = await pendingChanges(db, collection.pk)
  return waiting.reduce((so, change) => settingsAfter(so, change, collection.purchased), settled)
}

/**
 * Stores how many tokens other accounts have bought and how many more they can buy, both read at one block. Purchases draw on what was set
 * aside, so the sum of the two stays the same until the payments are changed.
 */
export async function recordSale(
  db: Kysely<Database>,
  collectionPk: number,
  { purchased, saleLeft }: { purchased: number; saleLeft: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const collection = await collectionByPk(tx, collectionPk)
    // A smaller number comes from a lagging node: the number of purchases never goes down.
    if (purchased < collection.purchased) return
    await tx.updateTable('collections').set({ purchased }).where('pk', '=', collectionPk).execute()
    const settled = settledOf(collection)
    // A pending change of the payments may be in that block or not: it counts when it is settled.
    const waits = (await pendingChanges(tx, collectionPk)).some(({ kind }) => kind === 'set-payments')
    if (waits || settled.payments === null || settled.payments.setAside === null) return
    const set = { ...settled, payments: { ...settled.payments, setAside: purchased + saleLeft } }
    if (set.payments.setAside === settled.payments.setAside) return
    await tx
      .updateTable('collections')
      .set({ settled: JSON.stringify(set) })
      .where('pk', '=', collectionPk)
      .execute()
    await followChanges(tx, collectionPk, null)
  })
}

/** Fails the pending changes of a collection whose contract cannot be deployed. @returns their keys */
export async function failChanges(
  tx: Transaction<Database>,
  collectionPk: number,
  reason: { code: string; message: string },
  now: number,
): Promise<number[]> {
  const failed = await tx
    .updateTable('actions')
    .set({ status: actionMoves.fail.to, error_code: reason.code, error_message: reason.message, completed_at: now })
    .where('collection_pk', '=', collectionPk)
    .where('kind', '=', 'collections.update')
    .where('status', 'in', actionMoves.fail.from)
    .returning('pk')
    .execute()
  if (failed.length > 0) await followChanges(tx, collectionPk, null)
  return failed.map(({ pk }) => pk)
}

/** Whether a change of the collection is signed and in no block: what comes after it cannot be judged by the chain's current state. */
export async function changeOnItsWay(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('actions')
    .innerJoin('transactions', 'transactions.pk', 'actions.transaction_pk')
    .select('actions.pk')
    .where('actions.collection_pk', '=', collectionPk)
    .where('actions.status', '=', 'pending')
    .where('actions.kind', '=', 'collections.update')
    .where('transactions.state', 'in', ['signed', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last requested changes of a collection, newest first. */
export async function lastChanges(db: Db, collectionPk: number, limit: number): Promise<Selectable<ActionsTable>[]> {
  return await db
    .selectFrom('actions')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('kind', '=', 'collections.update')
    .orderBy('pk', 'desc')
    .limit(limit)
    .execute()
}

async function pendingChanges(db: Db, collectionPk: number): Promise<CollectionChange[]> {
  const rows = await db
    .selectFrom('actions')
    .select('work')
    .where('collection_pk', '=', collectionPk)
    .where('status', '=', 'pending')
    .where('kind', '=', 'collections.update')
    .orderBy('pk')
    .execute()
  return rows.map(({ work }) => JSON.parse(work) as CollectionChange)
}
