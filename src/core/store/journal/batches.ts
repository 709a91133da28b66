import { CompiledQuery, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { batchMoves, mintMoves, unsignedStates } from '../../journal/states.ts'
import { unforced } from '../sqlite/unforced.ts'
import type { MintsTable } from '../tables/journal.ts'
import type { RunsTable } from '../tables/runs.ts'
import type { Database } from '../tables/schema.ts'
import { isNow } from './mints-now.ts'
import type { BatchRow } from './signer-queue.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

export type MintRow = Selectable<MintsTable>
export type RunRow = Selectable<RunsTable>

/** Running runs of a collection, oldest first. */
export function runningRuns(db: Db, collectionPk: number): Promise<RunRow[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'running')
    .orderBy('created_at')
    .execute()
}

/** All mints of a collection that wait for a batch, ordered by run and key, in pages of up to 1,000; API mints have no run. */
export async function* allQueued(
  db: Db,
  collectionPk: number,
): AsyncGenerator<
  Pick<MintRow, 'pk' | 'id' | 'run_id' | 'recipient' | 'address' | 'metadata_hash' | 'metadata_uri'>[]
> {
  for (let after = { run: '', mint: 0 }; ; ) {
    const rows = await db
      .selectFrom('waiting')
      .innerJoin('mints', 'mints.pk', 'waiting.mint_pk')
      .select(['mints.pk', 'id', 'mints.run_id', 'recipient', 'address', 'metadata_hash', 'metadata_uri'])
      .where('waiting.collection_pk', '=', collectionPk)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('waiting.run_id', 'waiting.mint_pk'), '>', tuple(after.run, after.mint)),
      )
      .orderBy('waiting.run_id')
      .orderBy('waiting.mint_pk')
      .limit(1_000)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = { run: last.run_id ?? '', mint: last.pk }
  }
}

/** The next mints of a run that wait for a batch, in order; `runId` null: API mints. */
export function queuedMints(db: Db, collectionPk: number, runId: string | null, limit: number): Promise<MintRow[]> {
  return db
    .selectFrom('waiting')
    .innerJoin('mints', 'mints.pk', 'waiting.mint_pk')
    .selectAll('mints')
    .where('waiting.collection_pk', '=', collectionPk)
    .where('waiting.run_id', '=', runId ?? '')
    .orderBy('waiting.mint_pk')
    .limit(limit)
    .execute()
}

/** Batches of the collection that may get their transaction now, oldest first: their run, if any, is running and not in `exceptRuns`. */
export function unsignedBatches(
  db: Db,
  collectionPk: number,
  limit: number,
  exceptRuns: readonly string[],
): Promise<BatchRow[]> {
  return db
    .selectFrom('batches')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('state', 'in', unsignedStates)
    .where((eb) =>
      eb.or([
        eb('run_id', 'is', null),
        eb('run_id', 'in', eb.selectFrom('runs').select('id').where('state', '=', 'running')),
      ]),
    )
    .where((eb) => eb.or([eb('run_id', 'is', null), eb('run_id', 'not in', exceptRuns)]))
    .orderBy('pk')
    .limit(limit)
    .execute()
}

/** The hash of a composed mint's metadata with linked files replaced; where there were none, of the metadata as given. */
export const resolvedHash = sql<string | null>`coalesce(mints.resolved_hash, mints.metadata_hash)`

/** What a batch's metadata folder takes from one mint; lists are in order of place. */
export interface BatchContent {
  id: string
  metadata_uri: string | null
  /** The metadata with linked files replaced; null where it is hosted. */
  json: string | null
}

export function batchContent(db: Db, batchPk: number): Promise<BatchContent[]> {
  return db
    .selectFrom('members')
    .innerJoin('mints', 'mints.pk', 'members.mint_pk')
    .leftJoin('metadata', (join) => join.on('metadata.hash', '=', resolvedHash))
    .select(['mints.id', 'mints.metadata_uri', 'metadata.json'])
    .where('members.batch_pk', '=', batchPk)
    .orderBy('members.place')
    .execute()
}

/** What a batch's transaction takes from one mint; lists are in order of place. */
export type BatchMember = Pick<
  MintRow,
  'pk' | 'address' | 'metadata_uri' | 'amount' | 'template_pk' | 'token_uri' | 'resolved_hash'
>

export function batchMembers(db: Db, batchPk: number): Promise<BatchMember[]> {
  return db
    .selectFrom('members')
    .innerJoin('mints', 'mints.pk', 'members.mint_pk')
    .select(['pk', 'address', 'metadata_uri', 'amount', 'template_pk', 'token_uri', resolvedHash.as('resolved_hash')])
    .where('members.batch_pk', '=', batchPk)
    .orderBy('members.place')
    .execute()
}

export async function batchMintPks(db: Db, batchPk: number): Promise<number[]> {
  const rows = await db.selectFrom('members').select('mint_pk').where('batch_pk', '=', batchPk).execute()
  return rows.map(({ mint_pk }) => mint_pk)
}

export function batchMints(db: Db, batchPk: number): Promise<MintRow[]> {
  return db
    .selectFrom('members')
    .innerJoin('mints', 'mints.pk', 'members.mint_pk')
    .selectAll('mints')
    .where('members.batch_pk', '=', batchPk)
    .orderBy('members.place')
    .execute()
}

export async function mintIdOf(db: Db, pk: number): Promise<string> {
  return (await db.selectFrom('mints').select('id').where('pk', '=', pk).executeTakeFirstOrThrow()).id
}

/** The batches of these keys, in the order of their keys. */
export function batchesByPk(db: Db, pks: readonly number[]): Promise<BatchRow[]> {
  if (pks.length === 0) return Promise.resolve([])
  return db.selectFrom('batches').selectAll().where('pk', 'in', pks).orderBy('pk').execute()
}

export function batchByPk(db: Db, pk: number): Promise<BatchRow> {
  return db.selectFrom('batches').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
}

/** Whether a batch has this job id, or had it. */
export async function jobIdTaken(db: Db, collectionPk: number, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('pk')
    .where('collection_pk', '=', collectionPk)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row !== undefined
}

/** The batches of a lone mint that have this job id, or had it and gave it up in `commitComposition`. */
export async function batchesOfLoneJob(
  db: Db,
  collectionPk: number,
  jobId: string,
): Promise<{ pk: number; failed: boolean }[]> {
  const rows = await db
    .selectFrom('batches')
    .leftJoin('transactions', 'transactions.pk', 'batches.transaction_pk')
    .select(['batches.pk', 'batches.state', 'transactions.state as transaction'])
    .where('batches.collection_pk', '=', collectionPk)
    // `freeJobId` renames a job id that was given up to `<job id> of <batch key>`.
    .where((eb) =>
      eb.or([
        eb('job_id', '=', jobId),
        eb.and([eb('job_id', '>', `${jobId} of `), eb('job_id', '<', `${jobId} of ~`)]),
      ]),
    )
    .execute()
  // Not if it was reverted (its transaction is dead): a copy of the journal that calls it minted must see that the chain lacks it.
  return rows.map(({ pk, state, transaction }) => ({
    pk,
    failed: state === batchMoves.fail.to && transaction !== 'dead',
  }))
}

/** How many tokens the journal has in batches whose order is free (`batch`, `uris`), settled or not. */
export async function unsortedTokens(db: Db, collectionPk: number): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select((eb) => eb.fn.sum<number>('size').as('tokens'))
    .where('collection_pk', '=', collectionPk)
    .where('kind', 'in', ['batch', 'uris'])
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  return Number(row?.tokens ?? 0)
}

/**
 * Marks batches as prepared: their metadata is stored and has its address; it is pinned before the transaction is signed. A batch that was given
 * up meanwhile stays as it is. `folder`: the folder's digest, or a lone mint's URI.
 */
export async function markPrepared(
  db: Kysely<Database>,
  batches: readonly { pk: number; folder: string | null }[],
): Promise<void> {
  if (batches.length === 0) return
  const rows = JSON.stringify(batches.map(({ pk, folder }) => [pk, folder]))
  await unforced(db, (trx) => trx.executeQuery(CompiledQuery.raw(prepareBatches, [rows])))
}

const prepareBatches = `
  update batches set state = '${batchMoves.prepare.to}', folder = m.value ->> 1 from json_each(?) as m
  where batches.pk = m.value ->> 0 and batches.state in (${listed(batchMoves.prepare.from)})`

/** Fails mints that cannot be minted, each with its reason, in one statement; only those that still wait. */
export async function failMints(
  db: Db,
  failures: readonly { pk: number; code: string; message: string }[],
  now: number,
): Promise<void> {
  if (failures.length === 0) return
  const rows = JSON.stringify(failures.map(({ pk, code, message }) => [pk, code, message]))
  const { refuse } = mintMoves
  await sql`update mints set state = ${refuse.to}, error_code = m.value ->> 1, error_message = m.value ->> 2, completed_at = ${now}
            from json_each(${rows}) as m where mints.pk = m.value ->> 0 and ${isNow(refuse.from)}`.execute(db)
}
