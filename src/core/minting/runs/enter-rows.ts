import type { Transaction } from 'kysely'
import type { ReadyPiece } from '../../imports/ready/ready-mints.ts'
import { type CollectionRow, collectionByPk, stateForMints } from '../../store/collections/collections.ts'
import { addRunMints, draftsOf, type RunMint } from '../../store/journal/runs/add-mints.ts'
import { type EnteringRow, endEntering, enteringOf, moveEntering } from '../../store/journal/runs/entering.ts'
import { mintsWithIds } from '../../store/journal/runs/runs.ts'
import { takeOver } from '../../store/journal/take-over.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import type { Database } from '../../store/tables/schema.ts'
import { nftIdsOf } from './identity.ts'
import { isLeftOut } from './left-out.ts'

/** What the next rows of a run become: made outside of the commit that writes them. */
export interface PreparedRows {
  mints: RunMint[]
  units: number
  at: ReadyPiece['at']
  last: boolean
}

/** @param run as it stands where the piece begins */
export function prepareRows(run: EnteringRow, piece: ReadyPiece): PreparedRows {
  const prepared: PreparedRows = { mints: [], units: 0, at: piece.at, last: piece.last }
  const idAt = nftIdsOf(run.run_id)
  for (const [n, { pos, id, contentHash, metadataHash, quantity }] of piece.mints.entries()) {
    // The place in the file, so that an NFT has the same id whatever was left out before it.
    const ordinal = run.place + n
    if (isLeftOut(run.minted_before, ordinal)) continue
    const isNamed = id !== undefined
    prepared.mints.push({
      pos,
      ordinal,
      id: id ?? idAt(ordinal),
      isNamed,
      contentHash,
      metadataHash,
      amount: quantity,
    })
    prepared.units += quantity
  }
  return prepared
}

export interface EnterRowsOptions {
  now: number
  point: (name: string) => void
}

/**
 * Adds rows to the mints of a run, and moves the run on, in one commit. It is not forced: what a machine that loses its power loses of it is
 * entered again, and what was signed of it is forced with all that came before. The database of the run's file is attached (`attachedSheet`).
 * @returns false when nothing of the run is to be entered any more, since it was cancelled
 * @throws CoreError `collection.failed`
 */
export function enterRows(
  db: Store,
  run: EnteringRow,
  { mints, units, at, last }: PreparedRows,
  { now, point }: EnterRowsOptions,
): Promise<boolean> {
  return unforced(db, async (trx) => {
    const stands = await enteringOf(trx, run.run_id)
    if (stands === undefined) return false
    if (stands.place !== run.place) throw new Error(`the run ${run.run_id} moved on while rows of it were read`)
    await stateForMints(trx, run.collection_pk)
    const collection = await collectionByPk(trx, run.collection_pk)
    const compressed = run.compressed === 1
    const replaced = await replaceEnded(trx, run, collection, mints, now)
    const fresh = replaced.size === 0 ? mints : mints.filter((mint) => !replaced.has(mint))
    const made = await addRunMints(trx, collection, fresh, { now, runId: run.run_id, compressed })
    point('in rows')
    await moveEntering(trx, run.run_id, at, { mints: mints.length, units, lost: fresh.length - made })
    if (last) await endEntering(trx, run.run_id)
    return true
  })
}

/** Takes up mints that failed or were cancelled and that rows name again; the rows that did. */
async function replaceEnded(
  trx: Transaction<Database>,
  run: EnteringRow,
  collection: CollectionRow,
  mints: readonly RunMint[],
  now: number,
): Promise<ReadonlySet<RunMint>> {
  const named = mints.filter(({ isNamed }) => isNamed)
  if (named.length === 0) return new Set()
  const held = await mintsWithIds(
    trx,
    collection.pk,
    named.map(({ id }) => id),
  )
  const replacing = named.flatMap((mint) => {
    const found = held.get(mint.id)
    const isEnded = found?.state === 'failed' || found?.state === 'cancelled'
    // A row that names an id twice takes it up once.
    if (found === undefined || !isEnded) return []
    held.delete(mint.id)
    return [{ pk: found.pk, mint }]
  })
  if (replacing.length === 0) return new Set()
  const replaced = replacing.map(({ mint }) => mint)
  const drafts = await draftsOf(trx, collection, replaced, run.compressed === 1)
  const taken = replacing.flatMap(({ pk }, place) => {
    const draft = drafts[place]
    return draft === undefined ? [] : [{ pk, draft }]
  })
  await takeOver(trx, run.run_id, collection, taken, now)
  return new Set(replaced)
}
