import { maxCellLength } from '../limits.ts'
import { type CellRules, cellText, type RawCell } from './cell-text.ts'
import { wasCut } from './cell-xml.ts'
import { columnOf } from './columns.ts'
import { addArea, areaOf } from './merged.ts'
import type { Part } from './package.ts'
import type { SheetPictures } from './pictures.ts'
import {
  type CellNote,
  type CellPicture,
  isFilled,
  putCell,
  type RowsPiece,
  requireColumn,
  requireLength,
  requireRow,
  type SheetTraits,
  type WorkbookRow,
} from './rows.ts'
import { type Attributes, isTrue, longCell, walkXml } from './xml.ts'

/** The most characters kept of a formula; a longer one names no picture. */
const formulaLength = 4_096

type PlacedCell = RawCell & { picture: string | undefined }

/** The non-blank rows of a sheet of an Office document; other facts about the sheet go into `traits`. */
export async function* xlsxRows(
  sheet: Part,
  rules: CellRules,
  pictures: SheetPictures,
  traits: SheetTraits,
): AsyncGenerator<RowsPiece> {
  let rows: WorkbookRow[] = []
  let inData = false
  let number = 0
  let hidden = false
  let column = -1
  let length = 0
  let cells: string[] = []
  let notes: CellNote[] = []
  let found: CellPicture[] = []
  let cell: PlacedCell = newCell(undefined, 0, undefined)
  /** What the present text belongs to. */
  let place: 'value' | 'inline' | 'formula' | undefined
  let phonetic = 0

  const openRow = ({ r, hidden: isHidden }: Attributes) => {
    number = r === undefined ? number + 1 : Number(r)
    requireRow(number)
    hidden = isTrue(isHidden)
    cells = []
    notes = []
    found = []
    column = -1
    length = 0
  }
  const openCell = ({ r, t, s, vm }: Attributes) => {
    const named = r === undefined ? -1 : columnOf(r)
    column = named < 0 ? column + 1 : named
    requireColumn(column)
    const picture = vm === undefined ? undefined : pictures.placed.get(vm)
    cell = newCell(t, s === undefined ? 0 : Number(s), picture)
  }
  const closeCell = () => {
    const named = cell.formula === undefined ? undefined : /DISPIMG\(\s*"([^"]+)"/i.exec(cell.formula)?.[1]
    const placed = cell.picture ?? (named === undefined ? undefined : pictures.placed.get(named))
    if (placed !== undefined) {
      found.push({ column, part: placed, laid: false, count: 1 })
      return
    }
    const { text, code } = cellText(cell, rules)
    if (text !== '') putCell(cells, column, text)
    length += text.length
    if (code !== undefined) notes.push({ column, code })
    else if (wasCut(text)) notes.push({ column, code: 'cell.cut' })
  }
  const closeRow = () => {
    requireLength(number, length)
    if (!isFilled({ cells, notes })) return
    const laid = pictures.laidOver(number)
    rows.push({ row: number, cells, hidden, notes, pictures: laid.length === 0 ? found : [...found, ...laid] })
  }

  const pieces = walkXml(sheet, {
    open(name, attributes) {
      if (name === 'c' && inData) openCell(attributes)
      else if (name === 'v') {
        place = 'value'
        cell.value = ''
      } else if (name === 'f') {
        place = 'formula'
        cell.formula = ''
      } else if (name === 'is') cell.inline = ''
      else if (name === 't') place = cell.inline === undefined || phonetic > 0 ? undefined : 'inline'
      else if (name === 'rPh') phonetic++
      else if (name === 'row' && inData) openRow(attributes)
      else if (name === 'sheetData') inData = true
      else if (name === 'col' && isTrue(attributes.hidden)) hideColumns(traits, attributes)
      else if (name === 'mergeCell') {
        traits.merged++
        traits.firstMerged ||= attributes.ref ?? ''
        addArea(traits.areas, areaOf(attributes.ref ?? ''))
      }
    },
    text(text) {
      if (place === 'value') cell.value = (cell.value ?? '') + text
      else if (place === 'inline') cell.inline = (cell.inline ?? '') + text
      else if (place === 'formula' && (cell.formula?.length ?? 0) < formulaLength) cell.formula += text
      if ((cell.inline?.length ?? 0) > maxCellLength) throw longCell(`A cell in row ${number}`)
    },
    close(name) {
      if (name === 'v' || name === 'f' || name === 't') place = undefined
      else if (name === 'rPh') phonetic--
      else if (name === 'c' && inData) closeCell()
      else if (name === 'row' && inData) closeRow()
      else if (name === 'sheetData') inData = false
    },
  })
  for await (const bytes of pieces) {
    yield { rows, bytes }
    rows = []
  }
}

function newCell(type: string | undefined, style: number, picture: string | undefined): PlacedCell {
  return { type, style, value: undefined, inline: undefined, formula: undefined, picture }
}

function hideColumns({ hiddenColumns }: SheetTraits, { min, max }: Attributes): void {
  const last = Math.min(Number(max ?? min), 16_384)
  for (let column = Math.max(1, Number(min)); column <= last; column++) hiddenColumns.add(column - 1)
}

/** Whether a sheet has a filled cell; reads up to the first one. */
export async function hasCells(sheet: Part): Promise<boolean> {
  let filled = false
  const pieces = walkXml(sheet, {
    open(name) {
      if (name === 'v' || name === 'is' || name === 'f') filled = true
    },
  })
  for await (const _ of pieces) if (filled) return true
  return filled
}
