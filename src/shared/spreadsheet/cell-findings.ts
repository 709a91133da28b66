import type { ColumnMapping, FieldName, Finding } from '../app-api.ts'
import { findingOf, shown } from './finding.ts'
import { columnLetters } from './workbook/columns.ts'
import type { CellNote } from './workbook/rows.ts'

/** Fields in which one wrong digit means another person or another NFT. */
const exactFields: readonly FieldName[] = ['id', 'recipient', 'userId']

/**
 * Findings for the faults that the spreadsheet program left in a row, in the columns that are used.
 * @param notes with column indices of the file
 */
export function cellFindings(
  row: number,
  cells: readonly string[],
  notes: readonly CellNote[],
  columns: readonly ColumnMapping[],
): Finding[] {
  return notes.flatMap((note) => {
    const mapping = columns[note.column]
    if (mapping === undefined || mapping.field === 'ignore' || mapping.field === 'result') return []
    const cell = `${columnLetters(note.column)}${row}`
    const found = findingOf(row, mapping.header, note.code, messages[note.code](cell, cells[note.column] ?? ''))
    const exact = note.code === 'cell.digits' && exactFields.includes(mapping.field)
    return [exact ? { ...found, level: 'error' as const } : found]
  })
}

const messages: Record<CellNote['code'], (cell: string, text: string) => string> = {
  'cell.error': (cell, text) =>
    `${cell} holds the error ${shown(text)}: correct it in the spreadsheet program and give the file again, or write the right value here.`,
  'cell.formula': (cell) =>
    `The formula in ${cell} has no stored result: open the file in Excel or LibreOffice, save it, and give it again.`,
  'cell.stale': (cell) =>
    `The result of the formula in ${cell} may be false, since the program that wrote the file did not compute it: open the file in Excel or LibreOffice, save it, and give it again.`,
  'cell.digits': (cell) =>
    `${cell} is a number of more than 15 digits, of which spreadsheet programs keep 15: format the column as text, write the number again, and give the file again.`,
  'cell.cut': (cell) =>
    `The text in ${cell} was cut where Excel's cells end: take it from the file that it comes from, as CSV.`,
  'cell.covered': (cell, text) =>
    `${cell} lies under merged cells, and holds ${shown(text)}, which no spreadsheet program shows: separate the cells there, see what each is to have, and give the file again, or write the right value here.`,
  'cell.picture': (cell) =>
    `More than one picture lies over ${cell}: the first is taken. Move the others over cells of their own if they are meant.`,
}
