import type { RowIdentity } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { nthContentHash } from './content-hash.ts'
import { pause } from './pace.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

/** What tells one NFT to mint from others: all that a run's identity is made from. */
export interface MintIdentity {
  /** Normal form: `polygon:0x…`, `email:ada@example.com:polygon`, `userId:7:polygon`. */
  recipient: string
  /** The caller's own; of further copies of a row `<id>#2` …. */
  id?: string
  contentHash: Buffer
  /** 1 but for semi-fungible collections, where it is the balance. */
  quantity: number
}

/** One NFT that a run is to mint, as its row asks. */
export interface ReadyMint extends MintIdentity {
  /** The row it comes from, as a spreadsheet program shows it, and which copy of that row it is, from 1. */
  row: number
  copy: number
  /** Canonical JSON, in which `image` and `animation_url` may be names of files in `mediaDir`. */
  metadata?: string
  /** Metadata that is hosted already; then there is no `metadata`. */
  metadataUri?: string
  compressed?: boolean
}

/** Rows read at a time; other work gets its turn after them. */
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
    for (const one of rows) {
      const { row, metadata, metadataUri, compressed } = one
      for (const { copy, ...identity } of copiesToMint(one, rules))
        yield {
          ...{ ...identity, row, copy },
          ...(metadata === null ? {} : { metadata }),
          ...(metadataUri === null ? {} : { metadataUri }),
          ...(compressed === null ? {} : { compressed }),
        }
    }
    await pause()
  }
}

/** What tells them from others, in the same order, which takes a fraction of the time. */
export async function* readyIdentitiesOf(sheet: Sheet): AsyncGenerator<MintIdentity> {
  const { rules } = sheet.meta('facts') as SheetFacts
  for (let after = 0; ; ) {
    const rows = sheet.identitiesAfter(after, identitiesAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    for (const row of rows) yield* copiesToMint(row, rules)
    await pause()
  }
}

/** The copies of a row that were not minted before. */
function* copiesToMint(row: RowIdentity, rules: CheckRules): Generator<MintIdentity & { copy: number }> {
  const { recipient, content, occurrence, repeated } = row
  const copies = copiesOf(row, rules)
  const quantity = copies === 1 ? row.quantity : 1
  for (let copy = 1; copy <= copies; copy++) {
    if (repeated.includes(copy)) continue
    const id = row.id === null ? {} : { id: copy === 1 ? row.id : `${row.id}#${copy}` }
    yield { recipient, ...id, contentHash: nthContentHash(content, occurrence + copy - 1), quantity, copy }
  }
}

/** How many mints a row is: each copy of a non-fungible one, or one with a balance. */
export function copiesOf(row: { quantity: number }, rules: Pick<CheckRules, 'fungibility'>): number {
  return rules.fungibility === 'non-fungible' ? row.quantity : 1
}
