import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { CollectionChange } from '../chains/family/collections.ts'
import { actionMoves } from '../journal/states.ts'
import { addAction } from './actions.ts'
import { type CollectionRow, collectionByPk, wantCollection } from './collections.ts'
import type { Database } from './schema.ts'
import type { CollectionsTable } from './tables/collections.ts'
import type { ActionsTable } from './tables/journal.ts'

type Db = Kysely<Database> | Transaction<Database>

/** What a purchase costs and how many tokens are for sale. */
const payments = z.object({
  /** Smallest unit of the chain's own coin, for one token. */
  price: z.string(),
  payee: z.string(),
  /** Tokens set aside for purchases in all, bought or not; null: as many as there may ever be (collections without a limit). */
  setAside: z.int().nullable(),
})
export type Payments = z.infer<typeof payments>

const initialSettings = z.object({ supplyLimit: z.int().nullable(), payments: payments.nullable() })
/** What a contract is made with. */
export type InitialSettings = z.infer<typeof initialSettings>

const collectionSettings = initialSettings.extend({
  royalty: z.object({ receiver: z.string(), basisPoints: z.int() }).nullable(),
  /** Without a slash at its end. */
  baseUri: z.string().nullable(),
  transferable: z.boolean(),
})
/** What can be changed of a collection on its chain. */
export type CollectionSettings = z.infer<typeof collectionSettings>

/** What a collection that nothing was changed of says. */
export function settingsAtFirst(initial: InitialSettings): CollectionSettings {
  return { ...initial, royalty: null, baseUri: null, transferable: true }
}

/** What the contract of a collection is made with. */
export function initialOf(row: Pick<CollectionRow, 'initial'>): InitialSettings {
  return initialSettings.parse(JSON.parse(row.initial))
}

/** What the chain says of a collection, as far as its confirmations go. */
export function settledOf(row: Pick<CollectionRow, 'settled'>): CollectionSettings {
  return collectionSettings.parse(JSON.parse(row.settled))
}

/** The payments of a collection as wanted: once everything that was asked for is done. */
export function wantedPayments(row: Pick<CollectionRow, 'payments'>): Payments | null {
  return row.payments === null ? null : payments.parse(JSON.parse(row.payments))
}

/** Adds a pending change of a collection, which counts from now on for what is accepted, and wants its contract if nothing did so far. */
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

/** Writes down that a change was made on chain; with `null`, that one was not. What is wanted follows from those that still wait. */
export async function followChanges(
  tx: Transaction<Database>,
  collectionPk: number,
  made: CollectionChange | null,
): Promise<void> {
  const collection = await collectionByPk(tx, collectionPk)
  const before = settledOf(collection)
  const settled = made === null ? before : changed(before, made, collection.purchased)
  const waiting = await pendingChanges(tx, collectionPk)
  const wanted = waiting.reduce((so, change) => changed(so, change, collection.purchased), settled)
  await tx
    .updateTable('collections')
    .set({ settled: JSON.stringify(settled), ...wantedColumns(wanted) })
    .where('pk', '=', collectionPk)
    .execute()
}

/**
 * Writes down how many tokens strangers have bought and how many more they can buy, both read at one block. Purchases draw on what
 * was set aside, so their sum stays the same until the payments are changed.
 */
export async function recordSale(
  db: Kysely<Database>,
  collectionPk: number,
  { purchased, saleLeft }: { purchased: number; saleLeft: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const collection = await collectionByPk(tx, collectionPk)
    // One node may lag behind another; nothing is ever bought less.
    if (purchased < collection.purchased) return
    await tx.updateTable('collections').set({ purchased }).where('pk', '=', collectionPk).execute()
    const settled = settledOf(collection)
    // A change that waits may be in that block or not: what it says counts from when it is settled.
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

/** Fails the changes of a collection whose contract cannot be made; answers their keys. */
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

/** Whether a change of the collection is on its way and in no block: what comes after it is not to be judged by the chain as it is. */
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

/** The last changes of a collection that were asked for, newest first. */
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

/** The settings after a change. `purchased`: what was bought before it. */
function changed(settings: CollectionSettings, change: CollectionChange, purchased: number): CollectionSettings {
  switch (change.kind) {
    case 'set-supply-limit':
      return { ...settings, supplyLimit: change.supplyLimit }
    case 'set-payments': {
      const { sale } = change
      if (sale === null) return { ...settings, payments: null }
      const setAside = sale.supply === null ? null : purchased + sale.supply
      return { ...settings, payments: { price: sale.price, payee: sale.payee, setAside } }
    }
    case 'set-royalty':
      return { ...settings, royalty: change.royalty }
    case 'set-base-uri':
      return { ...settings, baseUri: change.uri }
    case 'set-transferable':
      return { ...settings, transferable: change.transferable }
  }
}

/** The columns that hold what is wanted. */
export function wantedColumns(
  wanted: CollectionSettings,
): Pick<CollectionsTable, 'supply_limit' | 'payments' | 'base_uri'> {
  return {
    supply_limit: wanted.supplyLimit,
    payments: wanted.payments === null ? null : JSON.stringify(wanted.payments),
    base_uri: wanted.baseUri,
  }
}
