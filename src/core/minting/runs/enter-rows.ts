import type { Transaction } from 'kysely'
import { type CollectionRow, collectionByPk, stateForMints } from '../../store/collections/collections.ts'
import { addRunMints, countNfts, draftsOf, type NftRange, namedNfts } from '../../store/journal/runs/add-mints.ts'
import { type EnteringRow, endEntering, enteringOf, moveEntering } from '../../store/journal/runs/entering.ts'
import { mintsWithIds } from '../../store/journal/runs/runs.ts'
import { takeOver } from '../../store/journal/take-over.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import type { Database } from '../../store/tables/schema.ts'
import { leftOutOf } from './left-out.ts'

export interface EnterRowsOptions {
  /** NFTs entered at once. */
  atOnce: number
  /** How many NFTs the file has. */
  nfts: number
  /** When the run was made, ms since 1970. */
  runCreatedAt: number
  now: number
  point: (name: string) => void
}

/**
 * Adds the next NFTs of a run's file to its mints and records the progress, in one unforced commit: after a power loss these NFTs are entered again,
 * and the forced commit that signs one of them also forces all commits before it. The database of the run's file is attached (`attachedSheet`).
 * @param run as it stands where the piece begins
 * @returns whether more of the run is to be entered; false, too, if the run was cancelled meanwhile
 * @throws CoreError `collection.failed`
 */
export function enterRows(db: Store, run: EnteringRow, options: EnterRowsOptions): Promise<boolean> {
  const { atOnce, nfts, runCreatedAt, now, point } = options
  const end = Math.min(run.place + atOnce, nfts)
  const range: NftRange = { first: run.place, end, leftOut: leftOutOf(run.minted_before, run.place, end) }
  return unforced(db, async (trx) => {
    const stands = await enteringOf(trx, run.run_id)
    if (stands === undefined) return false
    if (stands.place !== run.place) throw new Error(`the run ${run.run_id} moved on while rows of it were read`)
    await stateForMints(trx, run.collection_pk)
    const collection = await collectionByPk(trx, run.collection_pk)
    const { mints, units } = await countNfts(trx, range)
    if (mints !== end - run.place - range.leftOut.length)
      throw new Error(`the sheet of the run ${run.run_id} has ${mints} of its NFTs from ${run.place} to ${end}`)
    const compressed = run.compressed === 1
    const replaced = await replaceEnded(trx, run, collection, range, now)
    const made = await addRunMints(trx, collection, range, { now, runId: run.run_id, runCreatedAt, compressed })
    point('in rows')
    await moveEntering(trx, run.run_id, end, { mints, units, lost: mints - replaced - made })
    if (end === nfts) await endEntering(trx, run.run_id)
    return end < nfts
  })
}

/** Takes up mints that failed or were cancelled and that rows name again. @returns how many */
async function replaceEnded(
  trx: Transaction<Database>,
  run: EnteringRow,
  collection: CollectionRow,
  range: NftRange,
  now: number,
): Promise<number> {
  const named = await namedNfts(trx, range)
  if (named.length === 0) return 0
  const held = await mintsWithIds(
    trx,
    collection.pk,
    named.map(({ id }) => id),
  )
  const replacing = named.flatMap(({ ordinal, id }) => {
    const found = held.get(id)
    const isEnded = found?.state === 'failed' || found?.state === 'cancelled'
    // If rows name an id twice, it is taken up once.
    if (found === undefined || !isEnded) return []
    held.delete(id)
    return [{ pk: found.pk, ordinal }]
  })
  if (replacing.length === 0) return 0
  const ordinals = replacing.map(({ ordinal }) => ordinal)
  const drafts = await draftsOf(trx, collection, ordinals, run.compressed === 1)
  const taken = replacing.flatMap(({ pk }, place) => {
    const draft = drafts[place]
    return draft === undefined ? [] : [{ pk, draft }]
  })
  await takeOver(trx, run.run_id, collection, taken, now)
  return taken.length
}
