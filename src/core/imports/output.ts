import type { ColumnMapping } from '../../shared/app-api.ts'
import { recipientFields, resultColumns } from '../../shared/spreadsheet/columns.ts'
import type { SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'
import { copiesOf, idOfCopy } from './ready/ready-mints.ts'

/** The result of one mint of a run. */
export interface MintOutcome {
  row: number
  status: 'queued' | 'prepared' | 'sent' | 'succeeded' | 'failed' | 'cancelled'
  nftId: string
  tokenId: string | null
  contractAddress: string | null
  txId: string | null
  explorerUrl: string | null
  ownerAddress: string | null
  error: string | null
  /** The recipient after a correction, as a locator; null: the recipient of the row. */
  correctedTo: string | null
  /** The first error and its recipient, where the mint was corrected afterwards. */
  firstError: string | null
}

/** Status and sentence for rows of a run that are not added to it, and come after all that are. */
export interface NotAdded {
  status: 'queued' | 'cancelled'
  error: string
}

const rowsAtOnce = 500

/** The rows with errors, in pieces after a header: the file's own columns, and `error`, which says what is wrong and what to do. */
export async function* errorRecords(sheet: Sheet): AsyncGenerator<string[][]> {
  const own = ownColumns(sheet)
  yield [[...own.headers, 'error']]
  for await (const rows of pages((after) => sheet.rowsAfter(after, rowsAtOnce))) {
    const lines = rows.filter((row) => row.status === 'error').map((row) => [...own.cellsOf(row), messages(sheet, row)])
    if (lines.length > 0) yield lines
  }
}

/**
 * The results file, in pieces after a header: every row of the file with its result. A row of several NFTs has a line for each, with quantity 1 and
 * the id of that NFT, so that dropping the file again mints only the missing ones. Rows and NFTs that were not in the run have
 * `error` or `skipped`; rows that an earlier results file calls succeeded keep their results.
 * @param of the run's collection, since the file may have been checked for another one later; null: the collection of its check
 */
export async function* resultRecords(
  sheet: Sheet,
  outcomes: AsyncIterable<MintOutcome>,
  notAdded: NotAdded | null,
  of: Pick<CheckRules, 'fungibility'> | null = null,
): AsyncGenerator<string[][]> {
  const own = ownColumns(sheet)
  const linesOf = resultLines(sheet, own, of)
  const mints = outcomes[Symbol.asyncIterator]()
  let next = await mints.next()
  try {
    yield [[...own.headers, ...resultColumns]]
    for await (const rows of pages((after) => sheet.rowsAfter(after, rowsAtOnce))) {
      const lines: string[][] = []
      for (const row of rows) {
        const minted: MintOutcome[] = []
        while (next.done !== true && next.value.row <= row.row) {
          if (next.value.row === row.row) minted.push(next.value)
          next = await mints.next()
        }
        lines.push(...linesOf(row, minted, next.done === true ? notAdded : null))
      }
      yield lines
    }
  } finally {
    await mints.return?.()
  }
}

/** Makes the lines of a row from the outcomes of its mints, in order; `notAdded` applies to its other NFTs. */
function resultLines(sheet: Sheet, own: ReturnType<typeof ownColumns>, of: Pick<CheckRules, 'fungibility'> | null) {
  const { columns, rules } = sheet.meta('facts') as SheetFacts
  const quantityAt = columns.findIndex(({ field }) => field === 'quantity')
  const idAt = columns.findIndex(({ field }) => field === 'id')
  return (row: SheetRow, minted: readonly MintOutcome[], notAdded: NotAdded | null): string[][] => {
    const isToMint = row.status !== 'error' && row.status !== 'skipped'
    const comes = isToMint ? notAdded : null
    if (minted.length === 0 && comes === null)
      return [[...own.cellsOf(row), ...notMinted(sheet, row, own.resultsOf(row))]]
    const copies = copiesOf(row, of ?? rules)
    const given = row.cells[idAt]?.trim() ?? ''
    const mintedIds = new Set(minted.map(({ nftId }) => nftId))
    const otherIds = Array.from({ length: copies }, (_, copy) => idOfCopy(given, copy + 1)).filter(
      (id) => !mintedIds.has(id),
    )
    const cellsOf = (id: string | undefined): string[] => {
      const cells = [...row.cells]
      if (quantityAt >= 0 && copies > 1) cells[quantityAt] = '1'
      if (given !== '' && id !== undefined) cells[idAt] = id
      return cells
    }
    const others = (count: number, status: string, error: string): string[][] =>
      otherIds.splice(0, count).map((id) => [...own.cellsOf({ ...row, cells: cellsOf(id) }), ...said(status, error)])
    const rest = Math.max(0, copies - minted.length)
    const before = comes === null ? rest : Math.min(rest, row.repeated.length)
    return [
      // They come first because they were minted first: the order tells equal NFTs apart when this file is given again.
      ...others(before, 'skipped', messages(sheet, row) || leftOut),
      ...minted.map((outcome) => {
        const cells = cellsOf(outcome.nftId)
        const inFile = outcome.correctedTo === null ? '' : replaceRecipient(columns, cells, outcome.correctedTo)
        return [...own.cellsOf({ ...row, cells }), ...resultCells(outcome, inFile)]
      }),
      ...(comes === null ? [] : others(rest - before, comes.status, comes.error)),
    ]
  }
}

/** A row may have been corrected after its run, and a mint with an id belongs to the last run that took it up. */
const leftOut =
  'It is not in this run: the collection had this NFT, or one with its id, when the run began, or the row was put right since, or a later run took it up.'

/**
 * Puts the corrected recipient of an NFT into the column of its row that named the old one, or into the column for any recipient.
 * @returns the file's own cell; '' where no column takes the new recipient, and the cells stay as they are
 */
function replaceRecipient(columns: readonly ColumnMapping[], cells: string[], locator: string): string {
  const filled = columns.findIndex(
    ({ field }, at) => recipientFields.includes(field) && (cells[at] ?? '').trim() !== '',
  )
  const [, kind = '', text = ''] = /^(email|userId):(.*):[^:]*$/s.exec(locator) ?? [null, 'recipient', locator]
  const at = columns[filled]?.field === kind ? filled : columns.findIndex(({ field }) => field === 'recipient')
  const before = cells[filled]
  if (at < 0 || before === undefined) return ''
  cells[filled] = ''
  cells[at] = at === filled && kind !== 'recipient' ? text : locator
  return before
}

function resultCells(outcome: MintOutcome, inFile: string): string[] {
  const { status, nftId, tokenId, contractAddress, txId, explorerUrl, ownerAddress, error, firstError } = outcome
  return [status, nftId, tokenId, contractAddress, txId, explorerUrl, ownerAddress, inFile, firstError, error].map(
    (cell) => cell ?? '',
  )
}

function notMinted(sheet: Sheet, row: SheetRow, before: readonly string[]): string[] {
  if (before[0] === 'succeeded') return [...before]
  const isToMint = row.status === 'ready' || row.status === 'warning'
  return said(row.status === 'error' ? 'error' : 'skipped', isToMint ? leftOut : messages(sheet, row))
}

/** The result columns of a row or NFT without a mint. */
function said(status: string, error: string): string[] {
  return [status, ...Array<string>(resultColumns.length - 2).fill(''), error]
}

function messages(sheet: Sheet, row: SheetRow): string {
  return sheet
    .findingsOf(row.pos)
    .filter(({ level }) => level === 'error' || row.status === 'skipped')
    .map(({ column, message }) => (column === '' ? message : `${column}: ${message}`))
    .join(' ')
}

/** The person's own columns, without those that Mintdesk added to an earlier results file. */
function ownColumns(sheet: Sheet) {
  const { columns, headers } = sheet.meta('facts') as SheetFacts
  const own = headers.flatMap((_, at) => (columns[at]?.field === 'result' ? [] : [at]))
  const added = headers.flatMap((_, at) => (columns[at]?.field === 'result' ? [at] : []))
  return {
    headers: own.map((at) => headers[at] ?? ''),
    cellsOf: (row: SheetRow) => own.map((at) => row.cells[at] ?? ''),
    resultsOf: (row: SheetRow) => (added.length === resultColumns.length ? added.map((at) => row.cells[at] ?? '') : []),
  }
}

async function* pages(page: (after: number) => SheetRow[]): AsyncGenerator<SheetRow[]> {
  for (let after = 0; ; ) {
    const rows = page(after)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    yield rows
    await new Promise((resolve) => setImmediate(resolve))
  }
}
