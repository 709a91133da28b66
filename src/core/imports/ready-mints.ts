import type { KnownNames } from '../../shared/recipient-name.ts'
import { checkRow, type RowDraft } from '../../shared/spreadsheet/check-row.ts'
import type { SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { rowRules } from './check-rows.ts'
import { nthContentHash } from './content-hash.ts'
import { pause } from './pace.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

/**
 * One NFT that a run is to mint, as its row asks. Of further copies of a row the caller's own id is `<id>#2` …, and the quantity is 1 but for
 * semi-fungible collections, where it is the balance. `image` and `animation_url` may be names of files in `mediaDir`.
 */
export interface ReadyMint extends RowDraft {
  /** The row it comes from, as a spreadsheet program shows it, and which copy of that row it is, from 1. */
  row: number
  copy: number
  contentHash: Buffer
}

/** The NFTs of a checked sheet, in the order of its rows, a few hundred rows at a time. */
export async function* readyMintsOf(sheet: Sheet): AsyncGenerator<ReadyMint> {
  const facts = sheet.meta('facts') as SheetFacts
  for (let after = 0; ; ) {
    const rows = sheet.mintableAfter(after, 200)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    for (const one of rows) yield* mintsOf(one, facts, sheet.knownName)
    await pause()
  }
}

function* mintsOf(row: SheetRow, { rules, columns }: SheetFacts, names: KnownNames): Generator<ReadyMint> {
  const { draft } = checkRow(row.cells, row.row, rowRules(rules, columns, names))
  if (draft === undefined) throw new Error(`Row ${row.row} was ready and is not any more.`)
  const first = row.content
  if (first === null) throw new Error(`Row ${row.row} is ready and has no content hash.`)
  const { quantity, id, ...rest } = draft
  const copies = copiesOf(row, rules)
  for (let copy = 1; copy <= copies; copy++) {
    if (row.repeated.includes(copy)) continue
    const own = id === undefined ? {} : { id: copy === 1 ? id : `${id}#${copy}` }
    const hash = nthContentHash(first, row.occurrence + copy - 1)
    yield { row: row.row, copy, ...rest, ...own, quantity: copies === 1 ? quantity : 1, contentHash: hash }
  }
}

/** How many mints a row is: each copy of a non-fungible one, or one with a balance. */
export function copiesOf(row: Pick<SheetRow, 'quantity'>, rules: Pick<CheckRules, 'fungibility'>): number {
  return rules.fungibility === 'non-fungible' ? row.quantity : 1
}
