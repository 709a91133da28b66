import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { batchMoves, mintMoves, unsignedStates } from '../journal/states.ts'
import type { BatchRow } from './lane.ts'
import type { BatchKind, Database, MintsTable, RunsTable } from './schema.ts'

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
    .selectFrom('mints')
    .selectAll()
    .where('collection_pk', '=', collectionPk)
    .where('run_id', runId === null ? 'is' : '=', runId)
    .where('state', '=', 'queued')
    .orderBy('pk')
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

/** What a batch's metadata folder is made of, by place. */
export interface BatchContent {
  id: string
  metadata_uri: string | null
  /** The metadata with linked files replaced; null where it is hosted. */
  json: string | null
}

export function batchContent(db: Db, batchPk: number): Promise<BatchContent[]> {
  return db
    .selectFrom('mints')
    .leftJoin('metadata', 'metadata.hash', 'mints.resolved_hash')
    .select(['mints.id', 'mints.metadata_uri', 'metadata.json'])
    .where('batch_pk', '=', batchPk)
    .orderBy('place')
    .execute()
}

/** What of a batch's mints goes to the chain, by place. */
export type BatchMember = Pick<
  MintRow,
  'pk' | 'address' | 'metadata_uri' | 'amount' | 'template_pk' | 'token_uri' | 'resolved_hash'
>

export function batchMembers(db: Db, batchPk: number): Promise<BatchMember[]> {
  return db
    .selectFrom('mints')
    .select(['pk', 'address', 'metadata_uri', 'amount', 'template_pk', 'token_uri', 'resolved_hash'])
    .where('batch_pk', '=', batchPk)
    .orderBy('place')
    .execute()
}

export function batchMints(db: Db, batchPk: number): Promise<MintRow[]> {
  return db.selectFrom('mints').selectAll().where('batch_pk', '=', batchPk).orderBy('place').execute()
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
    .$if(unlessFailed, (query) => query.where('state', '<>', batchMoves.fail.to))
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

export interface ComposedMint {
  pk: number
  place: number
  address: string
  /** The metadata with linked files replaced; null where it is hosted. Its `json` is null where it is kept already. */
  resolved: { hash: string; json: string | null } | null
  /** Where tokens have a URI of their own on chain: that. */
  tokenUri?: string | undefined
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

/**
 * Composes batches for good: their members, their order, their job ids, in one SQLite transaction. Mints that have been
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
    return await db.transaction().execute(async (trx) => {
      const pks: number[] = []
      for (const composition of compositions) {
        // A batch that failed is over; its mint asks for the same job again.
        if (composition.kind === 'single')
          await trx
            .updateTable('batches')
            .set({ job_id: sql<string>`job_id || ' of ' || pk` })
            .where('collection_pk', '=', composition.collectionPk)
            .where('job_id', '=', composition.jobId)
            .where('state', '=', batchMoves.fail.to)
            .execute()
        const { pk } = await trx
          .insertInto('batches')
          .values({
            collection_pk: composition.collectionPk,
            run_id: composition.runId,
            job_id: composition.jobId,
            kind: composition.kind,
            base: composition.base ? 1 : 0,
            tree_pk: composition.treePk ?? null,
            size: composition.mints.length,
            folder: null,
            state: 'composed',
            transaction_pk: null,
            first_token_id: null,
            created_at: now,
            settled_at: null,
          })
          .returning('pk')
          .executeTakeFirstOrThrow()
        const members = JSON.stringify(
          composition.mints.map(({ pk, place, address, resolved, tokenUri }) => [
            pk,
            place,
            address,
            resolved?.hash ?? null,
            tokenUri ?? null,
          ]),
        )
        const texts = JSON.stringify(
          composition.mints.flatMap(({ resolved }) => (resolved?.json ? [[resolved.hash, resolved.json]] : [])),
        )
        if (texts !== '[]')
          await sql`insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${texts}) where true on conflict do nothing`.execute(
            trx,
          )
        const moved = await sql`
          update mints set state = ${mintMoves.compose.to}, batch_pk = ${pk}, place = m.value ->> 1, address = m.value ->> 2, resolved_hash = m.value ->> 3, token_uri = m.value ->> 4
          from json_each(${members}) as m where mints.pk = m.value ->> 0 and mints.state in (${sql.join(mintMoves.compose.from)})`.execute(
          trx,
        )
        if (moved.numAffectedRows !== BigInt(composition.mints.length)) throw new Cancelled()
        pks.push(pk)
      }
      return pks
    })
  } catch (error) {
    if (error instanceof Cancelled) return null
    throw error
  }
}

/**
 * Batches' metadata has its address and is pinned: they can be signed for. `folder`: digest, or a lone mint's URI. Nothing for one that was
 * given up meanwhile.
 */
export async function markPrepared(
  db: Kysely<Database>,
  batches: readonly { pk: number; folder: string | null }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { pk, folder } of batches)
      await trx
        .updateTable('batches')
        .set({ state: batchMoves.prepare.to, folder })
        .where('pk', '=', pk)
        .where('state', 'in', batchMoves.prepare.from)
        .execute()
  })
}

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
            from json_each(${rows}) as m where mints.pk = m.value ->> 0 and mints.state in (${sql.join(refuse.from)})`.execute(
    db,
  )
}
