import { CompiledQuery, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { batchMoves, mintMoves, unsignedStates } from '../../journal/states.ts'
import { unforced } from '../sqlite/unforced.ts'
import type { BatchKind, MintsTable, RunsTable } from '../tables/journal.ts'
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

/** The next mints that wait for a batch, in order; `runId` null: those that came by the API. */
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

export async function metadataTexts(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; json: string }>`
    select hash, json from metadata where hash in (select value from json_each(${JSON.stringify(hashes)}))`.execute(db)
  return new Map(rows.map(({ hash, json }) => [hash, json]))
}

/** Batches of the collection that have no transaction yet and may have one now: not those of paused runs, nor of these. Oldest first. */
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

/** A composed mint's metadata with linked files replaced: where nothing was to be replaced, what it was given. */
export const resolvedHash = sql<string | null>`coalesce(mints.resolved_hash, mints.metadata_hash)`

/** What a batch's metadata folder is made of, by place. */
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

/** What of a batch's mints goes to the chain, by place. */
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

/** A mint's own id. */
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

/** Whether a batch has this job id; `unlessFailed`: one that failed does not count, and gives it up in `commitComposition`. */
export async function jobIdTaken(db: Db, collectionPk: number, jobId: string, unlessFailed: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('pk')
    .where('collection_pk', '=', collectionPk)
    .where('job_id', '=', jobId)
    .$if(unlessFailed, (query) =>
      query.where((eb) =>
        eb.or([
          eb('state', '<>', batchMoves.fail.to),
          // Lost by the network: a copy of the journal that calls it minted must see that it is not there.
          eb('transaction_pk', 'in', eb.selectFrom('transactions').select('pk').where('state', '=', 'dead')),
        ]),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Tokens in batches of free order that the journal knows of, settled or not. */
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

/** A member of a batch; its place is its place in the list. */
export interface ComposedMint {
  pk: number
  /** Absent where nothing is to be written down but its place: it is as it was entered. */
  learned?: {
    address: string
    /** The metadata with linked files replaced; null where it is hosted, or nothing was to be replaced. */
    resolved: { hash: string; json: string } | null
    /** Where tokens have a URI of their own on chain: that. */
    tokenUri: string | null
  }
}

export interface Composition {
  collectionPk: number
  runId: string | null
  jobId: string
  kind: BatchKind
  /** Its tokens have no metadata of their own. */
  base?: boolean
  /** The tree that its tokens are minted into. */
  treePk?: number | null
  mints: readonly ComposedMint[]
}

const insertBatches = `
  insert into batches (collection_pk, run_id, job_id, kind, base, tree_pk, size, state, created_at)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, 'composed', ?
  from json_each(?) order by key returning pk`
// What waits is queued, and a member of an open batch is composed (mints-now.ts): the mints' own rows stay as they are.
const takeWaiting = `
  delete from waiting where collection_pk = ? and run_id = ? and mint_pk in (select value from json_each(?))`
const insertMembers = `insert into members (mint_pk, batch_pk, place) select value, ?, key from json_each(?)`
const insertTexts = `
  insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing`
const enterLearned = `
  update mints set address = m.value ->> 1, resolved_hash = m.value ->> 2, token_uri = m.value ->> 3
  from json_each(?) as m where mints.pk = m.value ->> 0`

/**
 * Composes batches for good: their members, their order, their job ids, in one SQLite transaction. It is not forced: nothing of a batch
 * leaves the machine before it is signed, and what is signed is forced, with all that came before it. Mints that have been
 * cancelled meanwhile undo the whole.
 * @returns the batches' keys, or null when something was cancelled meanwhile.
 */
export async function commitComposition(
  db: Kysely<Database>,
  compositions: readonly Composition[],
  now: number,
): Promise<number[] | null> {
  class Cancelled extends Error {}
  try {
    return await unforced(db, async (trx) => {
      for (const composition of compositions) await freeJobId(trx, composition)
      const rows = compositions.map(({ collectionPk, runId, jobId, kind, base, treePk, mints }) => [
        ...[collectionPk, runId, jobId, kind, base ? 1 : 0, treePk ?? null, mints.length],
      ])
      const made = await trx.executeQuery<{ pk: number }>(CompiledQuery.raw(insertBatches, [now, JSON.stringify(rows)]))
      const pks = made.rows.map(({ pk }) => pk)
      for (const [at, { collectionPk, runId, mints }] of compositions.entries()) {
        const members = JSON.stringify(mints.map(({ pk }) => pk))
        const taken = await trx.executeQuery(CompiledQuery.raw(takeWaiting, [collectionPk, runId ?? '', members]))
        if (taken.numAffectedRows !== BigInt(mints.length)) throw new Cancelled()
        await trx.executeQuery(CompiledQuery.raw(insertMembers, [pks[at], members]))
      }
      await writeLearned(
        trx,
        compositions.flatMap(({ mints }) => mints),
      )
      return pks
    })
  } catch (error) {
    if (error instanceof Cancelled) return null
    throw error
  }
}

/** A batch that failed is over; its mint asks for the same job again. */
async function freeJobId(trx: Transaction<Database>, { kind, collectionPk, jobId }: Composition): Promise<void> {
  if (kind !== 'single') return
  await trx
    .updateTable('batches')
    .set({ job_id: sql<string>`job_id || ' of ' || pk` })
    .where('collection_pk', '=', collectionPk)
    .where('job_id', '=', jobId)
    .where('state', '=', batchMoves.fail.to)
    .execute()
}

/** Of most mints nothing is: their rows, and the texts, are then left as they are. */
async function writeLearned(trx: Transaction<Database>, mints: readonly ComposedMint[]): Promise<void> {
  const texts = mints.flatMap(({ learned }) =>
    learned?.resolved ? [[learned.resolved.hash, learned.resolved.json]] : [],
  )
  if (texts.length > 0) await trx.executeQuery(CompiledQuery.raw(insertTexts, [JSON.stringify(texts)]))
  const rows = mints.flatMap(({ pk, learned }) =>
    learned ? [[pk, learned.address, learned.resolved?.hash ?? null, learned.tokenUri]] : [],
  )
  if (rows.length > 0) await trx.executeQuery(CompiledQuery.raw(enterLearned, [JSON.stringify(rows)]))
}

/**
 * Batches' metadata has its address and is pinned: they can be signed for. `folder`: digest, or a lone mint's URI. Nothing for one that was
 * given up meanwhile.
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

/** Mints that cannot be minted, each with its reason; only those that still wait. In one statement. */
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
