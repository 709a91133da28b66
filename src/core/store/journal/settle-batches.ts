import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type BatchState, batchMoves, endings, ForbiddenMove, type Move, mintMoves } from '../../journal/states.ts'
import type { HeldToken } from '../collections/known-mints.ts'
import { nameTokensFound } from '../collections/trees.ts'
import type { Database } from '../tables/schema.ts'
import { markAlone } from './alone.ts'
import { restoreCorrected } from './corrections.ts'
import { askedElsewhere, giveElsewhere } from './given-elsewhere.ts'
import { isNow } from './mints-now.ts'
import type { Reason } from './reason.ts'
import { endDead, type Inclusion, settleTransaction } from './settle-transaction.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint's token: a copy's is that of its template, any other mint's is `own`. */
function tokenOf(own: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select templates.token_id from templates where templates.pk = mints.template_pk), ${own})`
}

/** Settles a batch that failed on chain as a whole: its mints fail with the reason, or wait for another batch. */
export function settleFailed(
  db: Kysely<Database>,
  at: { transactionPk: number; batchPk: number; inclusion: Inclusion; reason: Reason },
  now: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await settleTransaction(trx, at.transactionPk, endings.failed.transaction, at.inclusion, at.reason, now)
    if (!(await batchFailed(trx, at.batchPk, endings.failed.batch, at.reason, now)))
      throw new ForbiddenMove(`batch ${at.batchPk}`, endings.failed.batch)
  })
}

/** Ends a batch as failed; its mints fail with the reason, or wait again. @returns whether the move was allowed */
async function batchFailed(
  trx: Transaction<Database>,
  batchPk: number,
  move: Move<BatchState>,
  reason: Reason,
  now: number,
): Promise<boolean> {
  if (!(await endBatch(trx, batchPk, move, now))) return false
  const blamesOne = reason.place !== undefined
  if (!reason.elsewhere && (blamesOne || !reason.alone))
    await trx
      .updateTable('mints')
      .set({ state: mintMoves.fail.to, error_code: reason.code, error_message: reason.message, completed_at: now })
      .where('pk', 'in', (eb) =>
        eb
          .selectFrom('members')
          .select('mint_pk')
          .where('batch_pk', '=', batchPk)
          .$if(blamesOne, (query) => query.where('place', '=', reason.place ?? 0)),
      )
      .where(isNow(mintMoves.fail.from))
      .execute()
  // Mints that are not to blame wait again, for a batch with another job.
  if (blamesOne || reason.elsewhere || reason.alone) await releaseMembers(trx, batchPk)
  if (reason.alone) await markAlone(trx, reason.alone)
  return true
}

/** The contract refused a batch because of other mints, or nothing shows why (`unclear`): the batch waits unchanged for another transaction. */
export function settleFenced(
  db: Kysely<Database>,
  at: { transactionPk: number; batchPk: number; inclusion: Inclusion; reason: Reason },
  now: number,
): Promise<void> {
  const { fenced } = endings
  return db.transaction().execute(async (trx) => {
    await settleTransaction(trx, at.transactionPk, fenced.transaction, at.inclusion, at.reason, now)
    const { numUpdatedRows } = await trx
      .updateTable('batches')
      .set({ state: fenced.batch.to, transaction_pk: null })
      .where('pk', '=', at.batchPk)
      .where('state', 'in', fenced.batch.from)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ForbiddenMove(`batch ${at.batchPk}`, fenced.batch)
  })
}

async function endBatch(
  trx: Transaction<Database>,
  batchPk: number,
  move: Move<BatchState>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('batches')
    .set({ state: move.to, settled_at: now })
    .where('pk', '=', batchPk)
    .where('state', 'in', move.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function releaseMembers(trx: Transaction<Database>, batchPk: number): Promise<void> {
  await trx
    .deleteFrom('members')
    .where('batch_pk', '=', batchPk)
    .where('mint_pk', 'in', (eb) => eb.selectFrom('mints').select('pk').where(isNow(mintMoves.release.from)))
    .execute()
}

/**
 * The chain refused a batch before it was signed: its mints fail with the reason, or wait for another batch. Does nothing when the batch was
 * given up meanwhile.
 */
export async function refuseBatch(db: Kysely<Database>, batchPk: number, reason: Reason, now: number): Promise<void> {
  await db.transaction().execute((trx) => batchFailed(trx, batchPk, batchMoves.refuse, reason, now))
}

/** Ends an unsigned batch that no transaction can hold: its mints wait again, for smaller batches. */
export async function splitBatch(db: Kysely<Database>, batchPk: number, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await endBatch(trx, batchPk, batchMoves.refuse, now)) await releaseMembers(trx, batchPk)
  })
}

/**
 * Ends a batch whose job the chain already holds. Members that are known to be minted get their tokens; the others wait again, for a
 * batch of their own. `transaction` is set where a transaction of ours was included and reverted, or lost its sequence (`inclusion`
 * null). Without it the batch may have been given up meanwhile, and then none of its mints waits.
 */
export function settleAlreadyMinted(
  db: Kysely<Database>,
  at: {
    batchPk: number
    minted: readonly (MintedToken & { address?: string })[]
    transaction: { pk: number; inclusion: Inclusion | null } | null
  },
  now: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (at.transaction?.inclusion)
      await settleTransaction(
        trx,
        at.transaction.pk,
        endings.alreadyMinted.transaction,
        at.transaction.inclusion,
        { code: 'mint.already', message: 'The contract had minted this batch before.' },
        now,
      )
    else if (at.transaction) await endDead(trx, at.transaction.pk, now)
    const move = at.transaction ? endings.alreadyMinted.batch : batchMoves.refuse
    if (!(await endBatch(trx, at.batchPk, move, now)) && at.transaction)
      throw new ForbiddenMove(`batch ${at.batchPk}`, move)
    await enterMinted(trx, at.minted, now)
    await nameTokensFound(
      trx,
      at.minted.flatMap(({ pk, address }) => (address === undefined ? [] : [{ pk, address }])),
    )
    await releaseMembers(trx, at.batchPk)
  })
}

/** A mint that the chain turned out to hold. */
export interface MintedToken extends HeldToken {
  pk: number
  /** The address that this journal asks for, where the mint's row lacks it. */
  asked?: string
  /** For copies, which share a token: the id under which `mintdesk recover` may have listed this mint. */
  standIn?: string
}

/**
 * Enters mints that the chain holds as succeeded, whatever their state; those that had succeeded stay as they are. A mint's recipient becomes
 * the chain's, where the chain reports it.
 * @returns how many mints the chain gave to another recipient than the journal asked for
 */
export async function enterMinted(db: Db, minted: readonly MintedToken[], now: number): Promise<number> {
  const rows = JSON.stringify(minted.map(({ pk, tokenId, txHash, standIn }) => [pk, tokenId, txHash, standIn ?? null]))
  const { find } = mintMoves
  // A stand-in row (`recovered`), listed while the mint's id was unknown, gives way to the mint.
  const standIns = await sql<{ pk: number; own: number }>`
    select standin.pk as pk, own.pk as own from json_each(${rows}) as m
      join mints own on own.pk = m.value ->> 0
      join mints standin on standin.collection_pk = own.collection_pk and standin.token_id = m.value ->> 1
    where own.template_pk is null and standin.recovered = 1 and standin.pk <> own.pk
    union all
    select standin.pk as pk, own.pk as own from json_each(${rows}) as m
      join mints own on own.pk = m.value ->> 0
      join mints standin on standin.collection_pk = own.collection_pk and standin.id = m.value ->> 3
    where standin.recovered = 1 and standin.pk <> own.pk`.execute(db)
  for (const { pk, own } of standIns.rows) {
    for (const table of ['actions', 'transfers'] as const)
      await db.updateTable(table).set({ mint_pk: own }).where('mint_pk', '=', pk).execute()
    await db.deleteFrom('mints').where('pk', '=', pk).execute()
  }
  const elsewhere = await askedElsewhere(db, minted, now)
  const found = await sql<{ pk: number }>`
    update mints set state = ${find.to}, token_id = ${tokenOf(sql`m.value ->> 1`)}, tx_hash = m.value ->> 2,
      error_code = null, error_message = null, completed_at = ${now}
    from json_each(${rows}) as m where mints.pk = m.value ->> 0 and ${isNow(find.from)} returning pk`.execute(db)
  if (found.rows.length > 0) {
    const these = new Set(found.rows.map(({ pk }) => pk))
    await restoreCorrected(
      db,
      minted.filter(({ pk }) => these.has(pk)),
    )
  }
  const pks = JSON.stringify(found.rows.map(({ pk }) => pk))
  await sql`delete from members where mint_pk in (select value from json_each(${pks}))`.execute(db)
  return await giveElsewhere(db, elsewhere, new Set(found.rows.map(({ pk }) => pk)))
}

/**
 * Ends batches without a transaction of which some mints were found on the chain: the rest no longer matches the batch's job and metadata
 * folder, and waits for a batch of its own.
 */
export function dissolveBatches(db: Kysely<Database>, collectionPk: number, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const broken = await trx
      .updateTable('batches')
      .set({ state: batchMoves.dissolve.to, settled_at: now })
      .where('collection_pk', '=', collectionPk)
      .where('state', 'in', batchMoves.dissolve.from)
      .where(sql<boolean>`size <> (select count(*) from members where members.batch_pk = batches.pk)`)
      .returning('pk')
      .execute()
    for (const { pk } of broken) await releaseMembers(trx, pk)
  })
}

/** Mints of a collection that have not succeeded, to be compared with the chain. */
export function pendingMints(db: Db, collectionPk: number, afterPk: number, limit: number) {
  return db
    .selectFrom('mints')
    .select(['pk', 'id', 'recipient', 'address', 'metadata_uri'])
    .where('collection_pk', '=', collectionPk)
    .where(isNow(mintMoves.find.from))
    .where('pk', '>', afterPk)
    .orderBy('pk')
    .limit(limit)
    .execute()
}
