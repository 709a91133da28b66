import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { batchMoves } from '../../journal/states.ts'
import { unforced } from '../sqlite/unforced.ts'
import type { BatchKind } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'

/** A member of a batch; its place in the batch is its index in the list. */
export interface ComposedMint {
  pk: number
  /** What composing found out of the mint; absent where its row stays as it was entered. */
  learned?: {
    address: string
    /** The metadata with linked files replaced; null where it is hosted, or nothing was to be replaced. */
    resolved: { hash: string; json: string } | null
    /** The token's own URI on chain, where tokens have one. */
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
// A mint in `waiting` is queued, a member of an open batch is composed (mints-now.ts): the rows of `mints` do not change.
const takeWaiting = `
  delete from waiting where collection_pk = ? and run_id = ? and mint_pk in (select value from json_each(?))`
const insertMembers = `insert into members (mint_pk, batch_pk, place) select value, ?, key from json_each(?)`
const insertTexts = `
  insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing`
const enterLearned = `
  update mints set address = m.value ->> 1, resolved_hash = m.value ->> 2, token_uri = m.value ->> 3
  from json_each(?) as m where mints.pk = m.value ->> 0`

/**
 * Composes batches for good, with their members, order and job ids, in one SQLite transaction. The commit is unforced: nothing of a batch
 * leaves the machine before it is signed, and the commit that signs forces all commits before it. A mint that was cancelled meanwhile
 * rolls the whole back.
 * @returns the batches' keys, or null when a mint was cancelled meanwhile.
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
      await learnMints(
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

/** Renames the job id of a lone mint's failed batch: the new batch of the mint needs the same job id. */
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

/** Stores what composing found out of mints. For most that is nothing, and neither their rows nor any texts are written. */
export async function learnMints(trx: Transaction<Database>, mints: readonly ComposedMint[]): Promise<void> {
  const texts = mints.flatMap(({ learned }) =>
    learned?.resolved ? [[learned.resolved.hash, learned.resolved.json]] : [],
  )
  if (texts.length > 0) await trx.executeQuery(CompiledQuery.raw(insertTexts, [JSON.stringify(texts)]))
  const rows = mints.flatMap(({ pk, learned }) =>
    learned ? [[pk, learned.address, learned.resolved?.hash ?? null, learned.tokenUri]] : [],
  )
  if (rows.length > 0) await trx.executeQuery(CompiledQuery.raw(enterLearned, [JSON.stringify(rows)]))
}
