import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { mintsOfTokens } from '../journal/mints-now.ts'
import { builtOnce, tablesOf } from '../sqlite/built-once.ts'
import { type Page, type PageStart, pageOf } from '../sqlite/pages.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { RowCache } from '../sqlite/row-cache.ts'
import type { CorrectionsTable } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import { type NftRow, nftRows } from './nft-rows.ts'

type Db = Kysely<Database> | Transaction<Database>

type Named = { collectionPk: number; id: string }

const nftById = builtOnce((db, { collectionPk, id }: Named) =>
  nftRows(db).where('mints.collection_pk', '=', collectionPk).where('mints.id', '=', id),
)
const nftByMint = builtOnce((db, { collectionPk, id }: Named) =>
  nftRows(db)
    .where('mints.collection_pk', '=', collectionPk)
    .where('mints.action_id', '=', id)
    .whereRef('mints.action_id', '<>', 'mints.id'),
)

/** By the id of an action on the NFT. It looks up the action first: a collection may have a million mints, and an unknown id matches none. */
const nftByAction = builtOnce((db, { collectionPk, id }: Named) =>
  nftRows(db)
    .where('mints.collection_pk', '=', collectionPk)
    .where('mints.pk', '=', (eb) =>
      eb
        .selectFrom('actions')
        .select((one) => one.ref('actions.mint_pk').$notNull().as('pk'))
        .where('actions.project_id', '=', (one) =>
          one.selectFrom('collections').select('project_id').where('pk', '=', collectionPk),
        )
        .where('actions.id', '=', id),
    ),
)

/** By the id of an action that failed before the mint was corrected. */
const nftByCorrection = builtOnce((db, { collectionPk, id }: Named) =>
  nftRows(db)
    .where('mints.collection_pk', '=', collectionPk)
    .where('mints.pk', '=', (eb) =>
      eb
        .selectFrom('corrections')
        .select('corrections.mint_pk')
        .where('corrections.action_id', '=', id)
        .where('corrections.collection_pk', '=', collectionPk),
    ),
)

type OfProject = { projectId: string; id: string }
/** Without an `order by`, for which SQLite would plan anew (see `nftRows`). */
const mintByAction = builtOnce((db, { projectId, id }: OfProject) =>
  nftRows(db).where(
    'mints.pk',
    '=',
    sql<number>`(
      select mint_pk from action_ids where project = (select idx from projects where projects.id = ${projectId}) and id = ${id})`,
  ),
)
/** The oldest mint that has this id and whose action has another. */
const mintById = builtOnce((db, { projectId, id }: OfProject) =>
  nftRows(db).where(
    'mints.pk',
    '=',
    sql<number>`(
      select min(named.pk) from mints as named where named.id = ${id} and named.action_id <> named.id
        and (select project_id from collections where collections.pk = named.collection_pk) = ${projectId})`,
  ),
)
/** What a mint was under an action that failed before it was corrected. */
const correctionByAction = builtOnce((db, { projectId, id }: OfProject) =>
  db
    .selectFrom('corrections')
    .selectAll('corrections')
    .where('corrections.action_id', '=', id)
    .where('corrections.collection_pk', 'in', (eb) =>
      eb.selectFrom('collections').select('pk').where('project_id', '=', projectId),
    ),
)
/** @param pks a list, as JSON */
const mintsByPks = builtOnce((db, { pks }: { pks: string }) =>
  nftRows(db).where('mints.pk', 'in', sql<number>`(select value from json_each(${pks}))`).orderBy('mints.pk'),
)
const mintByPk = builtOnce((db, { pk }: { pk: number }) => nftRows(db).where('mints.pk', '=', pk))

function findNft(reader: Reader, collectionPk: number, id: string): NftRow | undefined {
  const named = { collectionPk, id }
  for (const find of [nftById, nftByMint, nftByAction, nftByCorrection]) {
    const [row] = find.now(reader, named)
    if (row) return row
  }
  return undefined
}

/** NFTs of a collection by their ids, in no order. */
export async function nftsByIds(db: Db, collectionPk: number, ids: readonly string[]): Promise<NftRow[]> {
  return await nftRows(db)
    .where('mints.collection_pk', '=', collectionPk)
    .where('mints.id', 'in', sql<string>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute()
}

/**
 * An NFT of a collection by its id or, where none has it, by the id of an action on it. Reads committed data, and caches it until something is
 * written to a table that it was read from.
 */
export function keptNft(
  { reads, cache }: { reads: Reader; cache: RowCache },
  collectionPk: number,
  id: string,
): NftRow | undefined {
  return cache.get(nftTables(), `nft ${collectionPk} ${id}`, () => findNft(reads, collectionPk, id), charactersIn)
}

const nftTables = tablesOf([nftById, nftByMint, nftByAction, nftByCorrection])

function charactersIn(row: NftRow | undefined): number {
  return (row?.json?.length ?? 0) + (row?.update_work?.length ?? 0)
}

/** A page of a collection's NFTs, oldest first. What it costs depends on `limit` alone: its keys are found first, in narrow tables. */
export async function listNfts(db: Db, collectionPk: number, start: PageStart, limit: number): Promise<Page<NftRow>> {
  const { keys, next } = pageOf(await keysFrom(db, collectionPk, start, limit + 1), limit)
  return { rows: await mintsByPk(db, keys), next }
}

async function keysFrom(db: Db, collectionPk: number, start: PageStart, limit: number): Promise<number[]> {
  const { rows } =
    'after' in start
      ? await sql<{ pk: number }>`
          select pk from mints where collection_pk = ${collectionPk} and pk > ${start.after} order by pk limit ${limit}`.execute(
          db,
        )
      : await sql<{ pk: number }>`
          with blocks as (select block, sum(size) over (order by block) - size as before from mint_blocks
              where collection_pk = ${collectionPk}),
            first as (select block, before from blocks where before <= ${start.offset} order by block desc limit 1)
          select mints.pk from first cross join mints on mints.collection_pk = ${collectionPk} and mints.pk >= first.block << 10
          order by mints.pk limit ${limit} offset ${start.offset} - coalesce((select before from first), 0)`.execute(db)
  return rows.map(({ pk }) => pk)
}

/**
 * A mint of the project by its action id; else by the id of an action that failed before the mint was corrected, as it was then; else by its own
 * id (the oldest).
 */
export function findMint(reader: Reader, projectId: string, id: string): NftRow | undefined {
  const [named] = mintByAction.now(reader, { projectId, id })
  if (named) return named
  const [failed] = correctionByAction.now(reader, { projectId, id })
  const now = failed && readMint(reader, failed.mint_pk)
  return now ? asItFailed(now, failed) : mintById.now(reader, { projectId, id })[0]
}

/** A mint by its primary key, from committed data. */
export function readMint(reader: Reader, pk: number): NftRow | undefined {
  return mintByPk.now(reader, { pk })[0]
}

/** A mint as it was when its action failed, before the correction. */
export function asItFailed(now: NftRow, failed: Selectable<CorrectionsTable>): NftRow {
  const { action_id, recipient, address, error_code, error_message, started_at, failed_at } = failed
  return {
    ...{ ...now, action_id, recipient, address, error_code, error_message, state: 'failed', token_id: null },
    ...{ token_address: null, tx_hash: null, minted_by: null, created_at: started_at, completed_at: failed_at },
  }
}

/** Mints by their primary keys, oldest first. */
export async function mintsByPk(db: Db, pks: readonly number[]): Promise<NftRow[]> {
  return await mintsByPks(db, { pks: JSON.stringify(pks) })
}

/** The project's NFT on a chain that has this address of its own. */
export async function nftByAddress(
  db: Db,
  projectId: string,
  chain: string,
  address: string,
): Promise<NftRow | undefined> {
  return await nftRows(db)
    .innerJoin('collections', 'collections.pk', 'mints.collection_pk')
    .where('collections.project_id', '=', projectId)
    .where('collections.chain', '=', chain)
    .where('mints.token_address', '=', address)
    .executeTakeFirst()
}

/** The NFTs behind tokens of a collection. */
export async function nftsByTokens(db: Db, collectionPk: number, tokenIds: readonly number[]): Promise<NftRow[]> {
  return await nftRows(db)
    .where('mints.pk', 'in', mintsOfTokens(collectionPk, JSON.stringify(tokenIds)))
    .execute()
}
