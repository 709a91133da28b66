import type { Finding } from '../../shared/app-api.ts'
import { recipientFields } from '../../shared/spreadsheet/columns.ts'
import { findingOf, shown } from '../../shared/spreadsheet/finding.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import type { RowToMint } from '../store/import-sheet/writing.ts'
import { findCorrectedContents, findMintedContents } from '../store/journal/contents/minted-contents.ts'
import { collectionHasMints } from '../store/journal/imports.ts'
import { mintsWithIds } from '../store/journal/runs/runs.ts'
import type { Store } from '../store/sqlite/open.ts'
import { nthContentHash } from './content-hash.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'
import { copiesOf, idOfCopy } from './ready/ready-mints.ts'

/** Ours: contents, or ids, in one lookup. */
const atOnce = 1_000

/** What the person chooses so that rows are minted again, in the window's words and on the command line. */
const mintAgain = 'choose “Mint rows again that were minted into this collection before” (--again on the command line)'

/** Copies (from 1) of a row that the collection already has. */
interface Had {
  row: RowToMint
  /** Copies whose content, the same NFT for the same recipient, is there. */
  contents: number[]
  /** How many of `contents` failed at first and were then corrected and minted as something else. */
  corrected: number
  /** Copies whose id is taken, by the same NFT or another one. No id is used twice, so none of these copies is minted. */
  ids: number[]
}

/** Finds and marks rows that the collection already has, by content or by id; `page` supplies the rows. */
export async function markMintedBefore(
  store: Store,
  writer: ReturnType<Sheet['writer']>,
  { rules, columns }: SheetFacts,
  page: (after: number) => RowToMint[],
): Promise<void> {
  if (!(await collectionHasMints(store, rules.collectionPk))) return
  const column = columns.find(({ field }) => recipientFields.includes(field))?.header ?? ''
  const idColumn = columns.find(({ field }) => field === 'id')?.header ?? ''
  for (let after = 0; ; ) {
    const rows = page(after)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    const found = await hadAmong(store, rows, rules)
    writer.together(() => {
      for (const had of found) mark(writer, had, rules, { column, idColumn })
    })
  }
}

interface Copy {
  row: RowToMint
  copy: number
  content: Buffer
  id: string | null
}

function* copiesAmong(rows: readonly RowToMint[], rules: CheckRules): Generator<Copy> {
  for (const row of rows)
    for (let copy = 1; copy <= copiesOf(row, rules); copy++) {
      const content = nthContentHash(row.content, row.occurrence + copy - 1)
      yield { row, copy, content, id: row.id === null ? null : idOfCopy(row.id, copy) }
    }
}

async function hadAmong(store: Store, rows: readonly RowToMint[], rules: CheckRules): Promise<Had[]> {
  const had = new Map<number, Had>()
  for (const some of pieces(copiesAmong(rows, rules), atOnce)) {
    const hashes = some.map(({ content }) => content)
    const contents = await findMintedContents(store, rules.collectionPk, hashes)
    const corrected = await findCorrectedContents(store, { collectionPk: rules.collectionPk, importId: null }, hashes)
    const named = some.flatMap(({ id }) => id ?? [])
    const ids = await mintsWithIds(store, rules.collectionPk, named)
    for (const { row, copy, content, id } of some) {
      const hex = content.toString('hex')
      const isSame = contents.has(hex)
      // An NFT with an id is recognised by the id, whatever it was corrected to.
      const hasContent = isSame || (id === null && corrected.has(hex))
      const state = id === null ? undefined : ids.get(id)?.state
      // A run takes up a failed or cancelled mint again under its id.
      const hasId = state !== undefined && state !== 'failed' && state !== 'cancelled'
      if (!hasContent && !hasId) continue
      const one = had.get(row.pos) ?? { row, contents: [], corrected: 0, ids: [] }
      had.set(row.pos, one)
      if (hasContent) one.contents.push(copy)
      if (hasContent && !isSame) one.corrected++
      if (hasId) one.ids.push(copy)
    }
  }
  return [...had.values()]
}

function* pieces<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let piece: Item[] = []
  for (const item of items) {
    piece.push(item)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

function mark(
  writer: ReturnType<Sheet['writer']>,
  { row, contents, corrected, ids }: Had,
  rules: CheckRules,
  { column, idColumn }: { column: string; idColumn: string },
): void {
  const all = copiesOf(row, rules)
  const leftOut = [...new Set([...(rules.again ? [] : contents), ...ids])].sort((a, b) => a - b)
  const left = leftOut.length === all ? 0 : row.quantity - leftOut.length
  const same = new Set(contents)
  const others = ids.filter((copy) => !same.has(copy))
  const finding =
    ids.length === 0
      ? repeatFinding(row, { count: contents.length, corrected }, column, rules)
      : others.length === 0
        ? sameIdFinding(row, ids.length, idColumn, rules)
        : otherIdFinding(row, others, idColumn)
  writer.setRepeated(row, leftOut, left, finding)
}

function repeatFinding(
  row: RowToMint,
  { count, corrected }: { count: number; corrected: number },
  column: string,
  rules: CheckRules,
): Finding {
  const so = corrected === 0 ? '' : `${corrected === count ? '' : ' in part'} as it was corrected in its run,`
  const then = rules.again ? 'and is minted again, as you chose.' : `and skipped: ${mintAgain} if it is meant.`
  return findingOf(
    row.row,
    column,
    'file.repeat',
    `${whatOf(row, count, rules)} minted into this collection before${so === '' ? '' : `,${so}`} ${then}`,
  )
}

function sameIdFinding(row: RowToMint, count: number, column: string, rules: CheckRules): Finding {
  const so = rules.again ? '' : `, and ${mintAgain}`
  const message = `${whatOf(row, count, rules)} minted into this collection before under the same id, and skipped: to mint it once more, give the row another id, or none${so}.`
  return { ...findingOf(row.row, column, 'id.duplicate', message), level: 'warning' }
}

function whatOf(row: RowToMint, count: number, rules: CheckRules): string {
  return count === copiesOf(row, rules) ? 'This row was' : `${count} of the ${row.quantity} NFTs of this row were`
}

function otherIdFinding(row: RowToMint, [copy = 1]: readonly number[], column: string): Finding {
  const id = idOfCopy(row.id ?? '', copy)
  const message = `The collection has another NFT with the id ${shown(id)}: give this row an id of its own, or remove the row.`
  return findingOf(row.row, column, 'id.duplicate', message)
}
