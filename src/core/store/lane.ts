import type { Selectable } from 'kysely'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { batchMoves, ForbiddenMove, openStates, settledStates, transactionMoves } from '../journal/states.ts'
import type {
  AttemptsTable,
  BatchesTable,
  CollectionsTable,
  Database,
  TransactionPurpose,
  TransactionsTable,
} from './schema.ts'
import { listed } from './states-sql.ts'
import { takeTransfer } from './transfers.ts'
import { unforced } from './unforced.ts'

export type TransactionRow = Selectable<TransactionsTable>
export type AttemptRow = Selectable<AttemptsTable>
export type BatchRow = Selectable<BatchesTable>
export type CollectionRow = Selectable<CollectionsTable>

type Db = Kysely<Database> | Transaction<Database>

/** A signer on a network: the owner of one row of sequences. */
export interface LaneKey {
  network: string
  signer: string
}

/** Everything signed and not settled, in order of sequence. */
export function openTransactions(db: Db, lane: LaneKey): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('state', 'in', openStates)
    .orderBy('sequence')
    .execute()
}

/** The transactions that deployed a collection or tried to, newest first. */
export function deploymentsOf(db: Db, collectionPk: number): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('purpose', '=', 'deploy')
    .orderBy('pk', 'desc')
    .execute()
}

export function attemptsOf(db: Db, transactionPks: readonly number[]): Promise<AttemptRow[]> {
  if (transactionPks.length === 0) return Promise.resolve([])
  return db.selectFrom('attempts').selectAll().where('transaction_pk', 'in', transactionPks).orderBy('pk').execute()
}

/** The highest sequence of the lane that is not dead, or -1. */
export async function highestSequence(db: Db, lane: LaneKey): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.max('sequence').as('highest'))
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('state', '<>', 'dead')
    .executeTakeFirst()
  return row?.highest ?? -1
}

/** The highest sequence of the lane that is settled, or -1: a network that has not come so far has lost it. */
export async function highestSettled(db: Db, lane: LaneKey): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select('sequence')
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('state', 'in', settledStates)
    // Says what the index of sequences holds, so that SQLite uses it.
    .where('state', '<>', 'dead')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? -1
}

/**
 * The bytes that belong at a sequence and the next ones, in order: those that were included, or else the last that were signed. What
 * a network that fell back needs again.
 */
export async function bytesSince(
  db: Db,
  lane: LaneKey,
  sequence: number,
  limit: number,
): Promise<{ sequence: number; raw: Buffer }[]> {
  return db
    .selectFrom('transactions')
    .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
    .select(['transactions.sequence', 'attempts.raw'])
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('transactions.state', '<>', 'dead')
    .where('sequence', '>=', sequence)
    .where(
      sql<boolean>`attempts.pk = (select a.pk from attempts a where a.transaction_pk = transactions.pk
                                  order by a.hash is not transactions.tx_hash, a.pk desc limit 1)`,
    )
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export async function sequenceTaken(db: Db, lane: LaneKey, sequence: number): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('pk')
    .where('network', '=', lane.network)
    .where('signer', '=', lane.signer)
    .where('sequence', '=', sequence)
    .where('state', '<>', 'dead')
    .executeTakeFirst()
  return row !== undefined
}

/** Hashes of transactions for an action or a transfer that were given up as never included, newest first. */
export async function deadHashes(db: Db, of: { actionPk: number } | { transferPk: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select('attempts.hash')
    .where('transactions.state', '=', 'dead')
    .$if('actionPk' in of, (query) => query.where('action_pk', '=', 'actionPk' in of ? of.actionPk : 0))
    .$if('transferPk' in of, (query) => query.where('transfer_pk', '=', 'transferPk' in of ? of.transferPk : 0))
    .orderBy('attempts.pk', 'desc')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** How many transactions for the same action or transfer as this one have failed. */
export async function failuresOf(
  db: Db,
  { action_pk, transfer_pk }: Pick<TransactionRow, 'action_pk' | 'transfer_pk'>,
): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .where((eb) => eb.or([eb('action_pk', '=', action_pk), eb('transfer_pk', '=', transfer_pk)]))
    .executeTakeFirst()
  return Number(row?.failed ?? 0)
}

/** Whether the journal holds these signed bytes. */
export async function hasAttempt(db: Db, hash: string): Promise<boolean> {
  return (await db.selectFrom('attempts').select('pk').where('hash', '=', hash).executeTakeFirst()) !== undefined
}

export interface SignedTransaction extends LaneKey {
  sequence: number
  purpose: TransactionPurpose
  collectionPk: number | null
  batchPk: number | null
  actionPk: number | null
  transferPk: number | null
  call: string
  hash: string
  raw: Buffer
  maxFee: bigint
  priorityFee: bigint
  validUntil?: number | undefined
}

/** Thrown inside a commit when what it was for has been cancelled or paused meanwhile. */
export class NoLongerWanted extends Error {}

/** Keys of a transaction that is on disk, and of its signed bytes. */
export interface Committed {
  transactionPk: number
  attemptPk: number
}

/**
 * Puts signed transactions on disk with the batches or actions they carry and the sequences they take, all of them in one SQLite
 * transaction. After this, and only after this, their bytes may leave the machine.
 * @throws NoLongerWanted when a batch or action is not waiting for a transaction any more: then none of them is on disk.
 */
export async function commitSigned(
  db: Kysely<Database>,
  signed: readonly SignedTransaction[],
  now: number,
): Promise<Committed[]> {
  return db.transaction().execute(async (trx) => {
    const committed: Committed[] = []
    for (const one of signed) committed.push(await insertSigned(trx, one, now))
    return committed
  })
}

const insertTransaction = `
  insert into transactions (network, signer, sequence, purpose, collection_pk, batch_pk, action_pk, transfer_pk, call, state, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'signed', ?) returning pk`
const signBatch = `
  update batches set state = '${batchMoves.sign.to}', transaction_pk = ? where pk = ? and state in (${listed(batchMoves.sign.from)})
    and (run_id is null or exists (select 1 from runs where runs.id = run_id and runs.state = 'running'))`

async function insertSigned(trx: Transaction<Database>, signed: SignedTransaction, now: number): Promise<Committed> {
  const { collectionPk, batchPk, actionPk, transferPk } = signed
  const of = [
    signed.network,
    signed.signer,
    signed.sequence,
    signed.purpose,
    collectionPk,
    batchPk,
    actionPk,
    transferPk,
  ]
  const pk = await inserted(trx, insertTransaction, [...of, signed.call, now])
  const attemptPk = await insertAttempt(trx, pk, signed, false, now)
  if (batchPk !== null) {
    const taken = await trx.executeQuery(CompiledQuery.raw(signBatch, [pk, batchPk]))
    if (taken.numAffectedRows !== 1n) throw new NoLongerWanted()
  }
  if (signed.actionPk !== null) {
    const taken = await trx
      .updateTable('actions')
      .set({ transaction_pk: pk })
      .where('pk', '=', signed.actionPk)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (taken.numUpdatedRows !== 1n) throw new NoLongerWanted()
  }
  if (signed.transferPk !== null && !(await takeTransfer(trx, signed.transferPk, signed.purpose, pk)))
    throw new NoLongerWanted()
  return { transactionPk: pk, attemptPk }
}

/** One more variant of a transaction at its own sequence: a higher fee with the same call, or with `fill` one that does nothing. */
export async function commitAttempt(
  db: Kysely<Database>,
  transactionPk: number,
  attempt: Pick<SignedTransaction, 'hash' | 'raw' | 'maxFee' | 'priorityFee'>,
  fill: boolean,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => void (await insertAttempt(trx, transactionPk, attempt, fill, now)))
}

const insertBytes = `
  insert into attempts (transaction_pk, hash, raw, max_fee, priority_fee, created_at, fill, valid_until)
  values (?, ?, ?, ?, ?, ?, ?, ?) returning pk`

function insertAttempt(
  trx: Transaction<Database>,
  transactionPk: number,
  attempt: Pick<SignedTransaction, 'hash' | 'raw' | 'maxFee' | 'priorityFee' | 'validUntil'>,
  fill: boolean,
  now: number,
): Promise<number> {
  const { hash, raw, maxFee, priorityFee, validUntil = null } = attempt
  const fees = [maxFee.toString(), priorityFee.toString()]
  return inserted(trx, insertBytes, [transactionPk, hash, raw, ...fees, now, fill ? 1 : 0, validUntil])
}

/** The key of what a statement inserted. */
async function inserted(trx: Transaction<Database>, statement: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await trx.executeQuery<{ pk: number }>(CompiledQuery.raw(statement, [...values]))
  const [row] = rows
  if (row === undefined) throw new Error('SQLite inserted nothing')
  return row.pk
}

// A chain that fell back has it wait anew.
const answerAttempts = `
  update attempts set answer = m.value ->> 1, sent_block = h.head, first_sent_block = min(coalesce(first_sent_block, h.head), h.head),
    sent_at = iif(m.value ->> 2, h.now, sent_at)
  from (select ? as head, ? as now) as h, json_each(?) as m where attempts.pk = m.value ->> 0`
const sendTransactions = `
  update transactions set state = '${transactionMoves.send.to}'
  where pk in (select value from json_each(?)) and state in (${listed(transactionMoves.send.from)})`

/** Writes down what the network said to sends; `sent` ones move on, and stay where they are when they had. Not forced: what is lost of it is sent again. */
export async function recordAnswers(
  db: Kysely<Database>,
  answers: readonly { attemptPk: number; transactionPk: number; answer: string; sent: boolean }[],
  head: number,
  now: number,
): Promise<void> {
  if (answers.length === 0) return
  const rows = JSON.stringify(answers.map(({ attemptPk, answer, sent }) => [attemptPk, answer, sent ? 1 : 0]))
  const sent = JSON.stringify(answers.flatMap((one) => (one.sent ? [one.transactionPk] : [])))
  await unforced(db, async (trx) => {
    await trx.executeQuery(CompiledQuery.raw(answerAttempts, [head, now, rows]))
    await trx.executeQuery(CompiledQuery.raw(sendTransactions, [sent]))
  })
}

const includeTransactions = `
  update transactions set state = '${transactionMoves.include.to}', tx_hash = m.value ->> 1, block_number = m.value ->> 2,
    block_hash = m.value ->> 3, included_at = ?
  from json_each(?) as m where transactions.pk = m.value ->> 0 and transactions.state in (${listed(transactionMoves.include.from)})`

/**
 * Writes down in which blocks transactions were seen, and by which of their attempts, in one SQLite transaction, which is not
 * forced: they are there to be seen again.
 * @throws ForbiddenMove when one is not open: then nothing is written down.
 */
export async function markIncluded(
  db: Kysely<Database>,
  seen: readonly { transactionPk: number; at: { hash: string; blockNumber: number; blockHash: string } }[],
  now: number,
): Promise<void> {
  if (seen.length === 0) return
  const rows = seen.map(({ transactionPk, at }) => [transactionPk, at.hash, at.blockNumber, at.blockHash])
  await unforced(db, async (trx) => {
    const moved = await trx.executeQuery(CompiledQuery.raw(includeTransactions, [now, JSON.stringify(rows)]))
    if (moved.numAffectedRows !== BigInt(seen.length))
      throw new ForbiddenMove(`one of the transactions ${rows.map(([pk]) => pk).join(', ')}`, transactionMoves.include)
  })
}

/**
 * A reorganisation took it out of the chain: it counts as sent, in no block.
 * @throws ForbiddenMove when it was in none.
 */
export async function markReorganised(db: Db, transactionPk: number): Promise<void> {
  const { reorganise } = transactionMoves
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ state: reorganise.to, tx_hash: null, block_number: null, block_hash: null, included_at: null })
    .where('pk', '=', transactionPk)
    .where('state', 'in', reorganise.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${transactionPk}`, reorganise)
}

/** A practice network that was reset begins with another block 0. */
export async function replaceGenesis(db: Db, network: string, genesis: string): Promise<void> {
  await db.updateTable('networks').set({ genesis }).where('network', '=', network).execute()
}

/** Writes down a network's block 0 where none is known; answers the one that is. */
export async function recordGenesis(db: Db, network: string, genesis: string): Promise<string> {
  await db
    .insertInto('networks')
    .values({ network, genesis })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('networks').select('genesis').where('network', '=', network).executeTakeFirstOrThrow()
  return row.genesis
}

/** Whether anything is open on a network, or waits and may be signed at any moment (not what is paused). */
export async function isBusy(db: Db, kind: 'practice' | 'live', chain: string): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`
    select exists (
      select 1 from transactions where network = ${`${kind}:${chain}`} and state in ('signed', 'sent', 'included')
    ) or exists (
      select 1 from collections join projects on projects.id = collections.project_id
      where projects.kind = ${kind} and collections.chain = ${chain} and collections.halted is null and (
        collections.state = 'wanted'
        or exists (select 1 from runs where runs.collection_pk = collections.pk and runs.state in ('creating', 'running'))
        or exists (
          select 1 from mints where mints.collection_pk = collections.pk and mints.state = 'queued' and mints.run_id is null)
        or exists (
          select 1 from batches where batches.collection_pk = collections.pk and batches.state in ('composed', 'prepared', 'signed')
            and batches.run_id is null)
        or exists (select 1 from actions where actions.collection_pk = collections.pk and actions.status = 'pending')
      )
    ) or exists (
      select 1 from transfers where network = ${`${kind}:${chain}`} and status = 'pending'
    ) as busy`.execute(db)
  return rows[0]?.busy === 1
}

/** A network's block 0 as the journal knows it; null before its first use. */
export async function knownGenesis(db: Db, network: string): Promise<string | null> {
  const row = await db.selectFrom('networks').select('genesis').where('network', '=', network).executeTakeFirst()
  return row?.genesis ?? null
}

/** Blocks 0 of the practice networks that were used. */
export async function practiceGenesisHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('networks').select('genesis').where('network', 'like', 'practice:%').execute()
  return rows.map(({ genesis }) => genesis)
}

/** Signers of a network that the journal has transactions of. */
export async function lanesWithHistory(db: Db): Promise<{ network: string; signer: string }[]> {
  return db.selectFrom('transactions').select(['network', 'signer']).distinct().execute()
}

/** Networks on which a gap filler is open: it belongs to no collection, so nothing else says that its lane has something to do. */
export async function networksWithFillers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('network')
    .distinct()
    .where('state', 'in', openStates)
    .where('collection_pk', 'is', null)
    .execute()
  return rows.map(({ network }) => network)
}

/** Weight of what is in flight: the sum of the calls' weights. */
export function weightOf(transactions: readonly TransactionRow[]): bigint {
  return transactions.reduce((sum, { call }) => sum + BigInt((JSON.parse(call) as { weight: string }).weight), 0n)
}

/** Collections of a project on a chain in which something waits to be composed, prepared, signed or deployed. */
export function collectionsWithWork(db: Db, projectId: string, chain: string): Promise<CollectionRow[]> {
  return db
    .selectFrom('collections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .where('state', 'in', ['new', 'wanted', 'deployed'])
    .where('halted', 'is', null)
    .where(
      sql<boolean>`(
        collections.state = 'wanted'
        or exists (select 1 from mints where mints.collection_pk = collections.pk and mints.state = 'queued' and mints.run_id is null)
        or exists (select 1 from runs where runs.collection_pk = collections.pk and runs.state = 'running')
        or exists (select 1 from batches where batches.collection_pk = collections.pk and batches.state in ('composed', 'prepared') and batches.run_id is null)
        or exists (select 1 from actions where actions.collection_pk = collections.pk and actions.status = 'pending'
                     and actions.kind <> 'collections.create' and actions.transaction_pk is null)
      )`,
    )
    .orderBy('pk')
    .execute()
}

/** (project, chain) pairs that have anything to do or anything unsettled. */
export async function lanesWithWork(db: Db): Promise<{ projectId: string; chain: string }[]> {
  const rows = await db
    .selectFrom('collections')
    .select(['project_id', 'chain'])
    .distinct()
    .where(
      sql<boolean>`(
        collections.state = 'wanted'
        or exists (select 1 from mints where mints.collection_pk = collections.pk and mints.state = 'queued' and mints.run_id is null)
        or exists (select 1 from runs where runs.collection_pk = collections.pk and runs.state = 'running')
        or exists (select 1 from batches where batches.collection_pk = collections.pk and batches.state in ('composed', 'prepared', 'signed'))
        or exists (select 1 from actions where actions.collection_pk = collections.pk and actions.status = 'pending')
        or exists (select 1 from transactions where transactions.collection_pk = collections.pk and transactions.state in ('signed', 'sent', 'included'))
      )`,
    )
    .execute()
  return rows.map((row) => ({ projectId: row.project_id, chain: row.chain }))
}
