import { CompiledQuery, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { CollectionChange } from '../chains/family/collections.ts'
import type { Leaf, LeafChange } from '../chains/family/trees.ts'
import {
  actionMoves,
  type BatchState,
  batchMoves,
  endings,
  ForbiddenMove,
  type Move,
  mintMoves,
  runMoves,
  type TransactionState,
  transactionMoves,
} from '../journal/states.ts'
import { followChanges } from './collection-settings.ts'
import { changeLeaves, treeByAddress } from './leaf-changes.ts'
import { stillOpen } from './mints-now.ts'
import type { ActionsTable, Database, Flag, TransactionPurpose } from './schema.ts'
import { listed } from './states-sql.ts'
import { endTransfer, setWants } from './transfers.ts'
import { enterLeaves, nameTokensFound, setTokenAddresses } from './trees.ts'

type Db = Kysely<Database> | Transaction<Database>
export type ActionRow = Selectable<ActionsTable>

/** What the chain said of an included transaction, in the journal's terms. */
export interface Inclusion {
  hash: string
  blockNumber: number
  blockHash: string
  gasUsed: bigint
  fee: bigint
}

export interface Reason {
  code: string
  message: string
  /** The one place of the batch that it concerns; the others are not refused. */
  place?: number
  /** None of its mints is refused: they wait for another batch. */
  elsewhere?: true
}

/** A copy's token is its template's; any other mint's is `own`. */
function tokenOf(own: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select templates.token_id from templates where templates.pk = mints.template_pk), ${own})`
}

/** @throws ForbiddenMove when it is not open: what was to be written with it is undone. */
async function settleTransaction(
  trx: Transaction<Database>,
  pk: number,
  move: Move<TransactionState>,
  inclusion: Inclusion,
  reason: Reason | null,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({
      state: move.to,
      tx_hash: inclusion.hash,
      block_number: inclusion.blockNumber,
      block_hash: inclusion.blockHash,
      gas_used: inclusion.gasUsed.toString(),
      fee: inclusion.fee.toString(),
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
      settled_at: now,
    })
    .where('pk', '=', pk)
    .where('state', 'in', move.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${pk}`, move)
}

const { minted: succeed } = endings
const transactionsSucceed = `
  update transactions set state = '${succeed.transaction.to}', tx_hash = m.value ->> 1, block_number = m.value ->> 2,
    block_hash = m.value ->> 3, gas_used = m.value ->> 4, fee = m.value ->> 5, error_code = null, error_message = null, settled_at = ?
  from json_each(?) as m where transactions.pk = m.value ->> 0 and transactions.state in (${listed(succeed.transaction.from)})`
const batchesSucceed = `
  update batches set state = '${succeed.batch.to}', first_token_id = m.value ->> 1, settled_at = ?
  from json_each(?) as m where batches.pk = m.value ->> 0 and batches.state in (${listed(succeed.batch.from)})
  returning pk, size, tree_pk, (select count(*) from mints where mints.batch_pk = batches.pk) as members,
    (select fungibility = 'semi-fungible' from collections where collections.pk = batches.collection_pk) as copies`
// What was minted of any other batch its own row says (mints-now.ts).
const copiesSucceed = `
  update mints set state = '${succeed.mint.to}',
    token_id = (select templates.token_id from templates where templates.pk = mints.template_pk), completed_at = ?
  where batch_pk = ? and state in (${listed(succeed.mint.from)})`
// Begins with the templates that are not defined.
const templatesDefined = `
  update templates set defined_by = batches.pk from batches
  where batches.pk = ? and templates.collection_pk = batches.collection_pk and templates.defined_by is null
    and exists (select 1 from mints where mints.batch_pk = batches.pk and mints.template_pk = templates.pk)`

/** A batch that was minted, and the transaction that did it. */
export interface MintedBatch {
  transactionPk: number
  batchPk: number
  firstTokenId: number
  inclusion: Inclusion
  /** See `Outcome`. */
  addresses?: readonly string[]
  leaves?: readonly Leaf[]
}

/**
 * Batches were minted: their mints have their tokens, their transactions are settled, all in one SQLite transaction.
 * @throws ForbiddenMove when one may not be settled so: then none is.
 */
export function settleMinted(db: Kysely<Database>, minted: readonly MintedBatch[], now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await transactionsSucceeded(trx, minted, now)
    const batches = JSON.stringify(minted.map(({ batchPk, firstTokenId }) => [batchPk, firstTokenId]))
    const ended = await trx.executeQuery<MintedRow>(CompiledQuery.raw(batchesSucceed, [now, batches]))
    if (ended.rows.length !== minted.length) throw new ForbiddenMove('one of several batches', endings.minted.batch)
    for (const { pk, size, members, copies } of ended.rows) {
      // One that was found on the chain meanwhile is no member any more.
      if (members !== size) throw new ForbiddenMove(`a mint of batch ${pk}`, endings.minted.mint)
      if (copies === 1) await copiesMinted(trx, pk, size, now)
    }
    const treeOf = new Map(ended.rows.map(({ pk, tree_pk }) => [pk, tree_pk]))
    const grown = new Map<number, Leaf[]>()
    for (const { batchPk, leaves = [] } of minted) {
      const treePk = treeOf.get(batchPk) ?? null
      if (treePk === null) continue
      const grows = grown.get(treePk) ?? []
      grown.set(treePk, grows)
      grows.push(...leaves)
    }
    await setTokenAddresses(trx, minted)
    for (const [treePk, leaves] of grown) await enterLeaves(trx, treePk, leaves)
  })
}

interface MintedRow {
  pk: number
  size: number
  tree_pk: number | null
  /** Mints that are in it. */
  members: number
  copies: Flag
}

/** Templates' figures are counted over their mints' own rows. */
async function copiesMinted(trx: Transaction<Database>, batchPk: number, size: number, now: number): Promise<void> {
  const moved = await trx.executeQuery(CompiledQuery.raw(copiesSucceed, [now, batchPk]))
  if (moved.numAffectedRows !== BigInt(size)) throw new ForbiddenMove(`a mint of batch ${batchPk}`, endings.minted.mint)
  await trx.executeQuery(CompiledQuery.raw(templatesDefined, [batchPk]))
}

async function transactionsSucceeded(
  trx: Transaction<Database>,
  minted: readonly MintedBatch[],
  now: number,
): Promise<void> {
  const rows = minted.map(({ transactionPk, inclusion: { hash, blockNumber, blockHash, gasUsed, fee } }) => [
    ...[transactionPk, hash, blockNumber, blockHash, gasUsed.toString(), fee.toString()],
  ])
  const moved = await trx.executeQuery(CompiledQuery.raw(transactionsSucceed, [now, JSON.stringify(rows)]))
  if (moved.numAffectedRows !== BigInt(minted.length))
    throw new ForbiddenMove(`one of the transactions ${rows.map(([pk]) => pk).join(', ')}`, endings.minted.transaction)
}

/** A batch failed on chain, whole: its mints say why, or wait for another. */
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

/** Whether the move was allowed. */
async function batchFailed(
  trx: Transaction<Database>,
  batchPk: number,
  move: Move<BatchState>,
  reason: Reason,
  now: number,
): Promise<boolean> {
  if (!(await endBatch(trx, batchPk, move, now))) return false
  if (!reason.elsewhere)
    await trx
      .updateTable('mints')
      .set({ state: mintMoves.fail.to, error_code: reason.code, error_message: reason.message, completed_at: now })
      .where('batch_pk', '=', batchPk)
      .where('state', 'in', mintMoves.fail.from)
      .where(stillOpen())
      .$if(reason.place !== undefined, (query) => query.where('place', '=', reason.place ?? 0))
      .execute()
  // What was refused for one of them waits again without it, in a batch of another job.
  if (reason.place !== undefined || reason.elsewhere) await releaseMembers(trx, batchPk)
  return true
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
    .updateTable('mints')
    .set({ state: mintMoves.release.to, batch_pk: null, place: null })
    .where('batch_pk', '=', batchPk)
    .where('state', 'in', mintMoves.release.from)
    .where(stillOpen())
    .execute()
}

/**
 * The chain refused a batch before it was signed: its mints fail with the reason, or wait for another. Nothing, when the batch was given up meanwhile.
 */
export async function refuseBatch(db: Kysely<Database>, batchPk: number, reason: Reason, now: number): Promise<void> {
  await db.transaction().execute((trx) => batchFailed(trx, batchPk, batchMoves.refuse, reason, now))
}

/** A batch that no transaction can hold, before it was signed: its mints wait again, for smaller ones. */
export async function splitBatch(db: Kysely<Database>, batchPk: number, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await endBatch(trx, batchPk, batchMoves.refuse, now)) await releaseMembers(trx, batchPk)
  })
}

/**
 * The chain holds this batch's job already. Members that are known to be minted get their tokens, the others wait again for a
 * batch of their own; the batch itself is over. `transaction` is set where a transaction of ours was included and reverted, or
 * lost its sequence (`inclusion` null); without one, the batch may have been given up meanwhile, and then nothing of it waits.
 */
export function settleElsewhere(
  db: Kysely<Database>,
  at: {
    batchPk: number
    minted: readonly { pk: number; tokenId: number; txHash: string; address?: string }[]
    transaction: { pk: number; inclusion: Inclusion | null } | null
  },
  now: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (at.transaction?.inclusion)
      await settleTransaction(
        trx,
        at.transaction.pk,
        endings.elsewhere.transaction,
        at.transaction.inclusion,
        { code: 'mint.already', message: 'The contract had minted this batch before.' },
        now,
      )
    else if (at.transaction) await endDead(trx, at.transaction.pk, now)
    const move = at.transaction ? endings.elsewhere.batch : batchMoves.refuse
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

/**
 * Enters mints that the chain holds, whatever the journal took them for; those it knows as minted stay as they are. `standIn`: of copies,
 * the id under which `mintdesk recover` may have listed it, since copies share a token.
 */
export async function enterMinted(
  db: Db,
  minted: readonly { pk: number; tokenId: number; txHash: string; standIn?: string }[],
  now: number,
): Promise<void> {
  const rows = JSON.stringify(minted.map(({ pk, tokenId, txHash, standIn }) => [pk, tokenId, txHash, standIn ?? null]))
  const { find } = mintMoves
  // What stood for a token while its id was not known gives way to the mint that it is.
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
    await db.updateTable('actions').set({ mint_pk: own }).where('mint_pk', '=', pk).execute()
    await db.deleteFrom('mints').where('pk', '=', pk).execute()
  }
  await sql`update mints set state = ${find.to}, token_id = ${tokenOf(sql`m.value ->> 1`)}, tx_hash = m.value ->> 2, batch_pk = null, place = null,
              error_code = null, error_message = null, completed_at = ${now}
            from json_each(${rows}) as m where mints.pk = m.value ->> 0 and mints.state in (${sql.join(find.from)})
              and ${stillOpen()}`.execute(db)
}

/**
 * Ends batches without a transaction of which some mints were found on the chain: what is left of them no longer is what their job
 * and their metadata folder say, and waits for a batch of its own.
 */
export function dissolveBatches(db: Kysely<Database>, collectionPk: number, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const broken = await trx
      .updateTable('batches')
      .set({ state: batchMoves.dissolve.to, settled_at: now })
      .where('collection_pk', '=', collectionPk)
      .where('state', 'in', batchMoves.dissolve.from)
      .where(sql<boolean>`size <> (select count(*) from mints where mints.batch_pk = batches.pk)`)
      .returning('pk')
      .execute()
    for (const { pk } of broken) await releaseMembers(trx, pk)
  })
}

/**
 * A transaction that carries no batch is settled (deployment, update, burn, transfer, coin for a wallet, fill), with the action or the
 * transfer that it was for. Whether a transfer ended: coin that arrived lets it go on.
 */
export function settlePlain(
  db: Kysely<Database>,
  at: {
    transaction: { pk: number; purpose: TransactionPurpose; action_pk: number | null; transfer_pk: number | null }
    inclusion: Inclusion
    reason: Reason | null
    /** What became of leaves of a tree. */
    changes?: { tree: string; leaves: readonly LeafChange[] } | undefined
    /** It failed, and what it was for waits for another. */
    again?: boolean
  },
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { pk, purpose, action_pk: actionPk, transfer_pk: transferPk } = at.transaction
    const move = at.reason ? transactionMoves.fail : transactionMoves.succeed
    await settleTransaction(trx, pk, move, at.inclusion, at.reason, now)
    const tree = at.changes && (await treeByAddress(trx, at.changes.tree))
    if (tree) await changeLeaves(trx, tree.pk, at.changes?.leaves ?? [])
    if (at.again) {
      await freeOf(trx, pk)
      return false
    }
    if (actionPk !== null) await endAction(trx, actionPk, pk, at.reason, now)
    if (transferPk === null) return false
    const ends = purpose !== 'fund' || at.reason !== null
    if (ends) await endTransfer(trx, transferPk, { reason: at.reason }, now)
    else await setWants(trx, transferPk, null)
    return ends
  })
}

async function endDead(trx: Transaction<Database>, pk: number, now: number): Promise<void> {
  const { die } = transactionMoves
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ state: die.to, settled_at: now })
    .where('pk', '=', pk)
    .where('state', 'in', die.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${pk}`, die)
}

/**
 * Its sequence is used by something else, for certain: what it carried waits again.
 * @throws ForbiddenMove when it is included or settled.
 */
export function markDead(db: Kysely<Database>, transactionPk: number, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await endDead(trx, transactionPk, now)
    await trx
      .updateTable('batches')
      .set({ state: batchMoves.unsign.to, transaction_pk: null })
      .where('transaction_pk', '=', transactionPk)
      .where('state', 'in', batchMoves.unsign.from)
      .execute()
    await freeOf(trx, transactionPk)
  })
}

/** The action or transfer of a transaction that did nothing for it waits for another. */
async function freeOf(trx: Transaction<Database>, transactionPk: number): Promise<void> {
  for (const table of ['actions', 'transfers'] as const)
    await trx
      .updateTable(table)
      .set({ transaction_pk: null })
      .where('transaction_pk', '=', transactionPk)
      .where('status', '=', 'pending')
      .execute()
}

/** Notes which bytes of a transaction that was given up were included after all; its key. */
export async function nameDead(trx: Transaction<Database>, hash: string): Promise<number> {
  const { transaction_pk: pk } = await trx
    .selectFrom('attempts')
    .select('transaction_pk')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  await trx.updateTable('transactions').set({ tx_hash: hash }).where('pk', '=', pk).execute()
  return pk
}

/** Ends an action; one that has ended stays as it is. What it changed of a collection counts from now on. */
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
  if (ended?.kind !== 'collections.update') return
  await followChanges(db, ended.collection_pk, reason ? null : (JSON.parse(ended.work) as CollectionChange))
}

/**
 * Actions other than creations that wait for a transaction, oldest first. Of those for one NFT (or template, or the collection itself)
 * only the oldest that has not ended, and none while that is signed: a transaction whose sequence is taken from outside gets a
 * later one, and must not come after what was asked for after it.
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

/** Ends runs of a project's chain in which nothing waits any more; answers their ids. */
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
      // Those that wait have an index; the others are in batches that have not ended.
      sql<boolean>`not exists (
          select 1 from mints where mints.collection_pk = runs.collection_pk and mints.run_id = runs.id and mints.state = 'queued')
        and not exists (
          select 1 from batches join mints on mints.batch_pk = batches.pk where batches.run_id = runs.id
            and batches.state in ('composed', 'prepared', 'signed') and mints.state = 'composed')`,
    )
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Cancelled runs of a project's chain that are not completed although nothing of theirs is signed any more. */
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

/** The running runs of a project on a chain. */
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

/** Pauses a run that goes on, and says why. */
export async function pauseRun(db: Db, id: string, notice: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ state: 'paused', notice })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Pauses the runs of a collection in which mints still wait, and says why; answers their ids. */
export async function pauseRuns(db: Db, collectionPk: number, notice: string): Promise<string[]> {
  const rows = await db
    .updateTable('runs')
    .set({ state: runMoves.pause.to, notice })
    .where('state', '=', 'running')
    .where('collection_pk', '=', collectionPk)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mints')
          .select('pk')
          .whereRef('mints.collection_pk', '=', 'runs.collection_pk')
          .whereRef('mints.run_id', '=', 'runs.id')
          .where('mints.state', '=', 'queued'),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The mints of these batches that came by the API, by their keys. */
export async function mintsOutsideRuns(db: Db, batchPks: readonly number[]): Promise<number[]> {
  if (batchPks.length === 0) return []
  const rows = await db
    .selectFrom('mints')
    .select('pk')
    .where('batch_pk', 'in', batchPks)
    .where('run_id', 'is', null)
    .execute()
  return rows.map(({ pk }) => pk)
}

export async function runsOfBatches(db: Db, batchPks: readonly number[]): Promise<string[]> {
  if (batchPks.length === 0) return []
  const rows = await db.selectFrom('batches').select('run_id').distinct().where('pk', 'in', batchPks).execute()
  return rows.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]))
}

/** Mints of a collection that the chain may turn out to hold, for comparing them with it. */
export function pendingMints(db: Db, collectionPk: number, afterPk: number, limit: number) {
  return db
    .selectFrom('mints')
    .select(['pk', 'id', 'address', 'metadata_uri'])
    .where('collection_pk', '=', collectionPk)
    .where('state', 'in', mintMoves.find.from)
    .where(stillOpen())
    .where('pk', '>', afterPk)
    .orderBy('pk')
    .limit(limit)
    .execute()
}
