import { createHash } from 'node:crypto'
import type { NewNft } from '../../store/import-sheet/nfts.ts'
import type { RowIdentity, RowMint } from '../../store/import-sheet/rows.ts'
import type { Sheet, SheetWriter } from '../../store/import-sheet/sheet.ts'
import { placeDigits } from '../../store/journal/runs/nft-ids.ts'
import { nthContentHash } from '../content-hash.ts'
import { pause } from '../pace.ts'
import type { CheckRules, SheetFacts } from '../protocol.ts'

/** The identity of one NFT to mint: everything that a run's identity is made from. */
export interface MintIdentity {
  /** Normal form: `polygon:0x…`, `email:ada@example.com:polygon`, `userId:7:polygon`. */
  recipient: string
  /** The caller's own id; further copies of a row have `<id>#2` …. */
  id?: string
  contentHash: Buffer
  /** 1, except in semi-fungible collections, where it is the balance. */
  quantity: number
}

/** One NFT that a run is to mint. */
export interface ReadyMint extends MintIdentity {
  /** The row it comes from, as a spreadsheet program shows it, and which copy of that row it is, from 1. */
  row: number
  copy: number
  /** Canonical JSON, in which `image` and `animation_url` may be names of files in `mediaDir`. */
  metadata?: string
  /** The URL of hosted metadata; then there is no `metadata`. */
  metadataUri?: string
  compressed?: boolean
}

/** The identity of all NFTs of a checked file together. */
export interface SheetIdentity {
  /** Hex SHA-256 over the identities of the NFTs, in order: equal for equal files. */
  digest: string
  nfts: number
  /** More than `nfts` where rows of a semi-fungible collection have balances. */
  units: number
  /** How many have an id from the caller. */
  named: number
}

/** Rows read at a time; other work gets its turn between two reads. */
const rowsAtOnce = 500
const identitiesAtOnce = 2_000

/** The NFTs of a checked sheet, in the order of its rows. */
export async function* readyMintsOf(sheet: Sheet): AsyncGenerator<ReadyMint> {
  const { rules } = sheet.meta('facts') as SheetFacts
  for (let after = 0; ; ) {
    const rows = sheet.mintsAfter(after, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    for (const one of rows) for (const copy of copiesToMint(one, rules)) yield readyMint(one, copy)
    await pause()
  }
}

function readyMint({ row, metadata, metadataUri, compressed }: RowIdentity & RowMint, of: Copy): ReadyMint {
  const { recipient, id, contentHash, quantity, copy } = of
  const mint: ReadyMint = { recipient, contentHash, quantity, row, copy }
  if (id !== undefined) mint.id = id
  if (metadata !== null) mint.metadata = metadata
  if (metadataUri !== null) mint.metadataUri = metadataUri
  if (compressed !== null) mint.compressed = compressed
  return mint
}

/** The identities of the NFTs, in the same order, in a fraction of the time. */
export async function* readyIdentitiesOf(sheet: Sheet): AsyncGenerator<MintIdentity> {
  for await (const piece of identityPiecesOf(sheet)) yield* piece
}

/** The same in pieces: awaiting each of a million NFTs takes longer than the work on it. */
async function* identityPiecesOf(sheet: Sheet): AsyncGenerator<Copy[]> {
  const { rules } = sheet.meta('facts') as SheetFacts
  for (let after = 0; ; ) {
    const rows = sheet.identitiesAfter(after, identitiesAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    let piece: Copy[] = []
    for (const row of rows)
      for (const copy of copiesToMint(row, rules)) {
        piece.push(copy)
        if (piece.length < identitiesAtOnce) continue
        yield piece
        await pause()
        piece = []
      }
    if (piece.length > 0) yield piece
    await pause()
  }
}

/** Stores each NFT as it will be minted, for a run to copy, and the identity of all NFTs together. */
export async function identifyNfts(
  sheet: Sheet,
  writer: Pick<SheetWriter, 'setMeta' | 'clearNfts' | 'addNfts'>,
): Promise<void> {
  writer.setMeta('identity', null)
  writer.clearNfts()
  const hash = createHash('sha256').update('mintdesk rows v1\n')
  let nfts = 0
  let units = 0
  let named = 0
  for await (const piece of identityPiecesOf(sheet)) {
    const bytes: Buffer[] = []
    for (const { contentHash, id, quantity } of piece) {
      // The content hash covers the recipient.
      bytes.push(contentHash, Buffer.from(`${JSON.stringify([id ?? null, quantity])}\n`))
      units += quantity
      if (id !== undefined) named++
    }
    hash.update(Buffer.concat(bytes))
    writer.addNfts(nftsOf(piece, nfts))
    nfts += piece.length
  }
  writer.setMeta('identity', { digest: hash.digest('hex'), nfts, units, named } satisfies SheetIdentity)
}

/** @param first how many NFTs come before this piece */
function nftsOf(piece: readonly Copy[], first: number): NewNft[] {
  const places = new Map<string, string>()
  return piece.map(({ pos, id, contentHash, quantity, metadataHash, isFirst }, n) => {
    const ordinal = first + n
    const place = placeDigits(ordinal)
    const firstEqual = metadataHash === null ? null : (places.get(metadataHash) ?? null)
    if (metadataHash !== null && firstEqual === null) places.set(metadataHash, place)
    return { ordinal, pos, id: id ?? null, place, quantity, content: isFirst ? null : contentHash, firstEqual }
  })
}

interface Copy extends MintIdentity {
  pos: number
  copy: number
  metadataHash: string | null
  /** Whether it is the first NFT with its content: then its content hash is the row's. */
  isFirst: boolean
}

/** The copies of a row that were not minted before. */
function* copiesToMint(row: RowIdentity, rules: CheckRules): Generator<Copy> {
  const { pos, recipient, content, occurrence, repeated, metadataHash } = row
  const copies = copiesOf(row, rules)
  for (let copy = 1; copy <= copies; copy++) {
    if (repeated.includes(copy)) continue
    const { id, quantity } = copyOf(row, copies, copy)
    const nth = occurrence + copy - 1
    const contentHash = nthContentHash(content, nth)
    const mint: Copy = { recipient, contentHash, quantity, pos, copy, metadataHash, isFirst: nth === 1 }
    if (id !== undefined) mint.id = id
    yield mint
  }
}

/** The id and the balance of one of the copies of a row. */
function copyOf({ id, quantity }: Pick<RowIdentity, 'id' | 'quantity'>, copies: number, copy: number) {
  return { id: id === null ? undefined : idOfCopy(id, copy), quantity: copies === 1 ? quantity : 1 }
}

/** The id of one of the NFTs of a row that has an id, from 1. */
export function idOfCopy(id: string, copy: number): string {
  return copy === 1 ? id : `${id}#${copy}`
}

/** How many mints a row makes: one for each copy of a non-fungible row, else one with a balance. */
export function copiesOf(row: { quantity: number }, rules: Pick<CheckRules, 'fungibility'>): number {
  return rules.fungibility === 'non-fungible' ? row.quantity : 1
}
