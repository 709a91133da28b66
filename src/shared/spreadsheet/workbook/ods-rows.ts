import { maxCellLength, maxColumns } from '../limits.ts'
import { columnLetters } from './columns.ts'
import { maxRepeatedCharacters } from './limits.ts'
import { type OdsCell, odsText } from './ods-text.ts'
import { type Part, WorkbookError } from './package.ts'
import {
  type CellNote,
  type CellPicture,
  isFilled,
  putCell,
  type RowsPiece,
  requireLength,
  requireRow,
  type SheetTraits,
  type WorkbookRow,
} from './rows.ts'
import { type Attributes, longCell, walkXml } from './xml.ts'

const rowsAtOnce = 1_000

/** Elements in a cell whose text is not part of the cell's text. */
const beside = new Set(['annotation', 'ruby-text', 'frame', 'custom-shape'])

/** The non-blank rows of one sheet of an OpenDocument file; `index` counts sheets from 0. */
export async function* odsRows(content: Part, index: number, traits: SheetTraits): AsyncGenerator<RowsPiece> {
  let sheet = -1
  let done = false
  /** The number of rows before the present one, and how often that is repeated. */
  let before = 0
  let repeat = 1
  let hidden = false
  let cells: string[] | undefined
  let notes: CellNote[] = []
  let pictures: CellPicture[] = []
  let length = 0
  let column = 0
  let firstHidden = 0
  let cell: OdsCell | undefined
  let aside = 0
  let inText = false
  let found: { row: WorkbookRow; repeat: number }[] = []
  let repeated = 0

  const openRow = (attributes: Attributes) => {
    repeat = times(attributes['table:number-rows-repeated'])
    const visibility = attributes['table:visibility']
    hidden = visibility !== undefined && visibility !== 'visible'
    cells = []
    notes = []
    pictures = []
    length = 0
    column = 0
  }
  const openColumn = (attributes: Attributes) => {
    const many = Math.min(times(attributes['table:number-columns-repeated']), maxColumns - firstHidden)
    const visibility = attributes['table:visibility']
    if (visibility !== undefined && visibility !== 'visible')
      for (let at = 0; at < many; at++) traits.hiddenColumns.add(firstHidden + at)
    firstHidden += many
  }
  const openCell = (covered: boolean, attributes: Attributes) => {
    cell = { attributes, covered, paragraphs: [], picture: undefined }
    const [down, right] = ['rows', 'columns'].map((one) => times(attributes[`table:number-${one}-spanned`])) as [
      number,
      number,
    ]
    if (down === 1 && right === 1) return
    traits.merged++
    traits.firstMerged ||= `${columnLetters(column)}${before + 1}:${columnLetters(column + right - 1)}${before + down}`
  }
  const closeCell = (one: OdsCell, row: string[]) => {
    const many = times(one.attributes['table:number-columns-repeated'])
    const { text, code } = one.covered ? { text: '' } : odsText(one)
    if (text !== '' || code !== undefined) {
      const last = Math.min(column + many, maxColumns)
      length += text.length * (last - column)
      requireLength(before + 1, length)
      for (let at = column; at < last; at++) {
        if (text !== '') putCell(row, at, text)
        if (code !== undefined) notes.push({ column: at, code })
      }
    }
    if (one.picture !== undefined) pictures.push({ column, part: one.picture, laid: true, count: 1 })
    column += many
  }
  const closeRow = (row: string[]) => {
    if (isFilled({ cells: row, notes })) {
      requireRow(before + repeat)
      repeated += (repeat - 1) * (length + 100)
      if (repeated > maxRepeatedCharacters) throw tooManyRepeats(before + 1)
      found.push({ row: { row: before + 1, cells: row, hidden, notes, pictures }, repeat })
    }
    before += repeat
  }

  const pieces = walkXml(content, {
    open(name, attributes) {
      if (name === 'table') sheet++
      if (sheet !== index || done) return
      if (name === 'table-row') openRow(attributes)
      else if (name === 'table-column') openColumn(attributes)
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cells !== undefined)
        openCell(name !== 'table-cell', attributes)
      else if (cell === undefined) return
      else if (beside.has(name)) aside++
      else if (name === 'image') cell.picture ??= attributes['xlink:href']
      else if (aside > 0) return
      else if (name === 'p') {
        cell.paragraphs.push('')
        inText = true
      } else if (inText) addText(cell, spacing(name, attributes))
    },
    text(text) {
      if (cell !== undefined && inText && aside === 0) addText(cell, text.replace(/[ \t\r\n]+/g, ' '))
    },
    close(name) {
      if (sheet !== index || done) return
      if (name === 'table') done = true
      else if (name === 'table-row' && cells !== undefined) {
        closeRow(cells)
        cells = undefined
      } else if (cell === undefined) return
      else if (beside.has(name)) aside--
      else if (name === 'p' && aside === 0) inText = false
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cells !== undefined) {
        closeCell(cell, cells)
        cell = undefined
      }
    },
  })
  for await (const bytes of pieces) {
    let rows: WorkbookRow[] = []
    for (const one of found)
      for (let at = 0; at < one.repeat; at++) {
        rows.push(at === 0 ? one.row : { ...one.row, row: one.row.row + at, cells: [...one.row.cells] })
        if (rows.length < rowsAtOnce) continue
        yield { rows, bytes: 0 }
        rows = []
      }
    found = []
    yield { rows, bytes }
    if (done) return
  }
}

function times(written: string | undefined): number {
  const count = Number(written ?? 1)
  return Number.isSafeInteger(count) && count > 0 ? count : 1
}

function spacing(name: string, attributes: Attributes): string {
  if (name === 's') return ' '.repeat(Math.min(times(attributes['text:c']), 1_024))
  if (name === 'tab') return '\t'
  return name === 'line-break' ? '\n' : ''
}

function addText({ paragraphs }: OdsCell, text: string): void {
  const whole = (paragraphs.pop() ?? '') + text
  if (whole.length > maxCellLength) throw longCell('A cell')
  paragraphs.push(whole)
}

function tooManyRepeats(row: number): WorkbookError {
  const message = `Row ${row} is repeated too often: remove the rows that are not meant, and save the file again.`
  return new WorkbookError('file.size', message)
}
