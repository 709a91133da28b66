import type { MintIdentity } from '../../imports/ready/ready-mints.ts'
import {
  contentsOfImport,
  findCorrectedContents,
  findMintedContents,
} from '../../store/journal/contents/minted-contents.ts'
import { mintsWithIds } from '../../store/journal/runs/runs.ts'
import { requireChangeable } from '../../store/journal/take-over.ts'
import type { Store } from '../../store/sqlite/open.ts'

/** Ours: NFTs that are looked up together, after which others get a turn. */
const atOnce = 1_000

/** Which of a file's NFTs a run leaves out, and what it holds then. */
export interface Decided {
  /** A bit for each NFT, in the order of the file, the lowest of a byte first; null: none is left out. */
  mintedBefore: Buffer | null
  mints: number
  units: number
}

export interface LeftOutOptions {
  importId: string
  collectionPk: number
  /** Mint what was minted before once more, unless a run of the same import minted it. */
  again: boolean
  /** How many NFTs there are. */
  nfts: number
}

/**
 * Looks up which NFTs of a file were minted into the collection before, or are about to be: a run leaves these out.
 * @param progress called with how many were looked up
 * @throws CoreError `run.changedTooOften`
 */
export async function decideLeftOut(
  db: Store,
  mints: AsyncIterable<MintIdentity>,
  { importId, collectionPk, again, nfts }: LeftOutOptions,
  progress: (done: number) => void = () => undefined,
): Promise<Decided> {
  const bits = Buffer.alloc(Math.ceil(nfts / 8))
  const decided = { mints: 0, units: 0 }
  let place = 0
  for await (const part of pieces(mints, atOnce)) {
    const hashes = part.map(({ contentHash }) => contentHash)
    const before = again
      ? await contentsOfImport(db, { importId, collectionPk }, hashes)
      : await findMintedContents(db, collectionPk, hashes)
    const corrected = await findCorrectedContents(db, { collectionPk, importId: again ? importId : null }, hashes)
    // An NFT with an id is recognised by it, whatever it was corrected to.
    const isThere = ({ id, contentHash }: MintIdentity): boolean => {
      const hex = contentHash.toString('hex')
      return before.has(hex) || (id === undefined && corrected.has(hex))
    }
    const ids = part.flatMap((mint) => (mint.id === undefined || isThere(mint) ? [] : [mint.id]))
    const held = await mintsWithIds(db, collectionPk, ids)
    const takenUp: { pk: number; contentHash: Buffer }[] = []
    for (const mint of part) {
      const { id, contentHash, quantity } = mint
      const found = id === undefined ? undefined : held.get(id)
      // Minting the same id twice is one mint; one that failed or was cancelled is taken up again.
      const isHeld = found !== undefined && found.state !== 'failed' && found.state !== 'cancelled'
      if (isHeld || isThere(mint)) setBit(bits, place)
      else {
        decided.mints++
        decided.units += quantity
        if (found) takenUp.push({ pk: found.pk, contentHash })
      }
      place++
    }
    await requireChangeable(db, takenUp)
    progress(place)
  }
  return { ...decided, mintedBefore: decided.mints === place ? null : bits }
}

function setBit(bits: Buffer, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
}

/** The places of a file, from `first` on and before `end`, whose NFTs are left out. */
export function leftOutOf(mintedBefore: Buffer | null, first: number, end: number): number[] {
  const places: number[] = []
  if (mintedBefore === null) return places
  for (let place = first; place < end; place++)
    if (((mintedBefore[place >> 3] ?? 0) & (1 << (place & 7))) !== 0) places.push(place)
  return places
}

async function* pieces<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let piece: Item[] = []
  for await (const item of items) {
    piece.push(item)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
