import type { Transaction } from 'kysely'
import type { ReadyPiece } from '../../imports/ready-mints.ts'
import { type CollectionRow, collectionByPk, stateForMints } from '../../store/collections/collections.ts'
import type { MetadataKeys } from '../../store/collections/metadata-keys.ts'
import type { MintDraft } from '../../store/journal/mint-draft.ts'
import { enqueueMints } from '../../store/journal/mints.ts'
import { type EnteringRow, endEntering, enteringOf, moveEntering } from '../../store/journal/runs/entering.ts'
import { mintsWithIds } from '../../store/journal/runs/runs.ts'
import { takeOver } from '../../store/journal/take-over.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import type { Database } from '../../store/tables/schema.ts'
import { nftIdsOf } from './identity.ts'
import { isLeftOut } from './left-out.ts'
import { draftOf } from './run-drafts.ts'

/** What the next rows of a run become: made outside of the commit that writes them. */
export interface PreparedRows {
  drafts: MintDraft[]
  /** Those whose rows name an id: the collection may hold a mint of that. */
  named: string[]
  units: number
  at: ReadyPiece['at']
  last: boolean
}

/** @param run as it stands where the piece begins */
export function prepareRows(run: EnteringRow, collection: CollectionRow, piece: ReadyPiece): PreparedRows {
  const prepared: PreparedRows = { drafts: [], named: [], units: 0, at: piece.at, last: piece.last }
  const entered = { idAt: nftIdsOf(run.run_id), compressed: run.compressed === 1 }
  for (const [n, mint] of piece.mints.entries()) {
    const place = run.place + n
    if (isLeftOut(run.minted_before, place)) continue
    // The place in the file, so that an NFT has the same id whatever was left out before it.
    const draft = draftOf(mint, collection, entered, place)
    prepared.drafts.push(draft)
    if (mint.id !== undefined) prepared.named.push(mint.id)
    prepared.units += mint.quantity
  }
  return prepared
}

export interface EnterRowsOptions {
  now: number
  keys: MetadataKeys
  point: (name: string) => void
}

/**
 * Adds rows to the mints of a run, and moves the run on, in one commit. It is not forced: what a machine that loses its power loses of it is
 * entered again, and what was signed of it is forced with all that came before.
 * @returns false when nothing of the run is to be entered any more, since it was cancelled
 * @throws CoreError `collection.failed`
 */
export function enterRows(
  db: Store,
  run: EnteringRow,
  { drafts, named, units, at, last }: PreparedRows,
  { now, keys, point }: EnterRowsOptions,
): Promise<boolean> {
  return unforced(db, async (trx) => {
    const stands = await enteringOf(trx, run.run_id)
    if (stands === undefined) return false
    if (stands.place !== run.place) throw new Error(`the run ${run.run_id} moved on while rows of it were read`)
    await stateForMints(trx, run.collection_pk)
    const collection = await collectionByPk(trx, run.collection_pk)
    const replaced = await replaceEnded(trx, run, collection, { drafts, named, now })
    const fresh = replaced.size === 0 ? drafts : drafts.filter((draft) => !replaced.has(draft))
    const entered = await enqueueMints(trx, collection, fresh, { now, runId: run.run_id, supply: 'later', keys })
    const lost = entered.filter(({ created }) => !created).length
    point('in rows')
    await moveEntering(trx, run.run_id, at, { mints: drafts.length, units, lost })
    if (last) await endEntering(trx, run.run_id)
    return true
  })
}

/** Takes up mints that failed or were cancelled and that rows name again; the drafts that did. */
async function replaceEnded(
  trx: Transaction<Database>,
  run: EnteringRow,
  collection: CollectionRow,
  { drafts, named, now }: { drafts: readonly MintDraft[]; named: readonly string[]; now: number },
): Promise<ReadonlySet<MintDraft>> {
  if (named.length === 0) return new Set()
  const held = await mintsWithIds(trx, collection.pk, named)
  const replacing = drafts.flatMap((draft) => {
    const found = draft.id === undefined ? undefined : held.get(draft.id)
    const isEnded = found?.state === 'failed' || found?.state === 'cancelled'
    // A row that names an id twice takes it up once.
    if (found === undefined || !isEnded) return []
    held.delete(draft.id ?? '')
    return [{ pk: found.pk, draft }]
  })
  if (replacing.length > 0) await takeOver(trx, run.run_id, collection, replacing, now)
  return new Set(replacing.map(({ draft }) => draft))
}
