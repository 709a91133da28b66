import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CollectionChange } from '../../chains/family/collections.ts'
import { actionMoves } from '../../journal/states.ts'
import { followChanges } from '../collections/changes.ts'
import { followTemplate } from '../collections/template-changes.ts'
import type { ActionsTable } from '../tables/actions.ts'
import type { Database } from '../tables/schema.ts'
import type { Reason } from './reason.ts'

type Db = Kysely<Database> | Transaction<Database>

export type ActionRow = Selectable<ActionsTable>

/** Ends a pending action; an ended one stays as it is. Also updates what the journal says of its collection or template. */
export async function endAction(
  db: Transaction<Database>,
  actionPk: number,
  transactionPk: number | null,
  reason: Reason | null,
  now: number,
): Promise<void> {
  const move = reason ? actionMoves.fail : actionMoves.succeed
  const ended = await db
    .updateTable('actions')
    .set({
      status: move.to,
      ...(transactionPk === null ? {} : { transaction_pk: transactionPk }),
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
      completed_at: now,
    })
    .where('pk', '=', actionPk)
    .where('status', 'in', move.from)
    .returning(['kind', 'collection_pk', 'work'])
    .executeTakeFirst()
  if (ended?.kind === 'nfts.update' && reason === null) await followTemplate(db, ended.collection_pk, ended.work)
  if (ended?.kind !== 'collections.update') return
  await followChanges(db, ended.collection_pk, reason ? null : (JSON.parse(ended.work) as CollectionChange))
}

/**
 * Actions, creations left out, that wait for a transaction, oldest first. For each NFT (or template, or the collection itself) only the
 * oldest pending action, and none while that one is signed: if external nonce use takes its sequence, its transaction gets a later one,
 * and a change requested later must not overtake it.
 */
export function waitingActions(db: Db, collectionPk: number): Promise<ActionRow[]> {
  const subject = sql<string | null>`work ->> 'tokenId'`
  return db
    .selectFrom('actions')
    .selectAll()
    .where('pk', 'in', (eb) =>
      eb
        .selectFrom('actions')
        .select((one) => one.fn.min<number>('pk').as('pk'))
        .where('collection_pk', '=', collectionPk)
        .where('status', '=', 'pending')
        .where('kind', '<>', 'collections.create')
        .groupBy(subject),
    )
    .where('transaction_pk', 'is', null)
    .orderBy('pk')
    .execute()
}

export async function actionByPk(db: Db, pk: number): Promise<ActionRow> {
  return db.selectFrom('actions').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
}

/** The pending creation action of a collection, if there is one. */
export async function creationAction(db: Db, collectionPk: number): Promise<ActionRow | undefined> {
  return db
    .selectFrom('actions')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('kind', '=', 'collections.create')
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

/** How many burns of an NFT failed with this error code. */
export async function burnsFailedWith(db: Db, mintPk: number, code: string): Promise<number> {
  const { failed } = await db
    .selectFrom('actions')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('mint_pk', '=', mintPk)
    .where('kind', '=', 'nfts.delete')
    .where('status', '=', 'failed')
    .where('error_code', '=', code)
    .executeTakeFirstOrThrow()
  return failed
}
