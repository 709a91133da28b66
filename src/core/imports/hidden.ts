/** Hidden rows and columns of a workbook: nobody sees them in the spreadsheet program, so a person says what becomes of them. */
import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { counted } from '../../shared/format.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { columnLetters } from '../../shared/spreadsheet/workbook/columns.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

/** As many hidden columns are named. */
const namedColumns = 5

/** The question, as a finding of the whole file, while there is something hidden and no answer. */
export function hiddenQuestion(facts: SheetFacts): Finding[] {
  const { rules, columns, sheet, headerHidden = false, headerRow } = facts
  const hiddenRows = facts.hiddenRows + (headerHidden ? 1 : 0)
  const firstHidden = headerHidden ? headerRow : facts.firstHidden
  const used = facts.hiddenColumns.filter((at) => isUsed(columns[at]))
  if (rules.hidden === 'skip' && headerHidden)
    return [findingOf(headerRow, '', 'sheet.hidden', hiddenHeader(headerRow))]
  if (rules.hidden !== 'ask' || (hiddenRows === 0 && used.length === 0)) return []
  const letters = used.slice(0, namedColumns).map(columnLetters).join(', ') + (used.length > namedColumns ? ', …' : '')
  const what = [
    hiddenRows === 0
      ? ''
      : `${counted(hiddenRows, 'row')} (${hiddenRows === 1 ? 'row' : 'the first is row'} ${firstHidden})`,
    used.length === 0 ? '' : `${counted(used.length, 'column')} (${letters})`,
  ].filter((part) => part !== '')
  const verb = hiddenRows + used.length === 1 ? 'is' : 'are'
  const them = hiddenRows + used.length === 1 ? 'it is' : 'they are'
  const message = `${what.join(' and ')} of the sheet ${JSON.stringify(sheet)} ${verb} hidden: choose whether ${them} minted too or left out (--hidden mint or --hidden skip on the command line).`
  return [findingOf(hiddenRows === 0 ? 1 : firstHidden, '', 'sheet.hidden', message)]
}

function hiddenHeader(row: number): string {
  return `Row ${row}, which names the columns, is hidden, and cannot be left out: show it in the spreadsheet program and give the file again, or have what is hidden minted too (--hidden mint on the command line).`
}

/** A map, and what its columns are that are left out. */
type AnsweredMap = { columns: ColumnMapping[]; leftOut: SheetFacts['leftOut'] }

/** The map of a file that is read: where hidden columns are to be left out, they are. */
export function readMap(
  columns: ColumnMapping[],
  { hiddenColumns, rules }: Pick<SheetFacts, 'hiddenColumns' | 'rules'>,
): AnsweredMap {
  const hidden = new Set(rules.hidden === 'skip' ? hiddenColumns : [])
  return withLeftOut(columns, (at) => hidden.has(at))
}

/** The map with the columns, too, that are left out. */
export function wholeMap({ columns, leftOut }: Pick<SheetFacts, 'columns' | 'leftOut'>): ColumnMapping[] {
  return columns.map((column, at) => leftOut?.[at] ?? column)
}

/**
 * The map after the rules were changed, or a person gave one. Hidden columns come back as what they were before they were left out: a new guess
 * could publish what the values, or a person, kept private.
 * @param whole the map that the rules make of all columns; `given` stands in its place
 */
export function answeredMap(
  before: SheetFacts,
  rules: CheckRules,
  whole: ColumnMapping[],
  given: ColumnMapping[] | null,
): AnsweredMap {
  if (rules.hidden !== 'skip' || before.rules.hidden !== 'skip') return readMap(given ?? whole, { ...before, rules })
  const { leftOut = [] } = before
  if (given === null) return withLeftOut(whole, (at) => isColumn(leftOut[at]))
  // What a person makes of a hidden column holds.
  return { columns: given, leftOut: leftOut.map((column, at) => (given[at]?.field === 'ignore' ? column : null)) }
}

function withLeftOut(whole: ColumnMapping[], isOut: (at: number) => boolean): AnsweredMap {
  const leftOut = whole.map((column, at) => (isOut(at) && column.field !== 'result' ? column : null))
  if (!leftOut.some(isColumn)) return { columns: whole, leftOut: undefined }
  const columns = whole.map(
    (column, at): ColumnMapping => (isColumn(leftOut[at]) ? { header: column.header, field: 'ignore' } : column),
  )
  return { columns, leftOut }
}

const isColumn = (column: ColumnMapping | null | undefined): boolean => column !== null && column !== undefined

/** Whether what stands in a column gets into NFTs. */
export function isUsed(column: ColumnMapping | undefined): boolean {
  return column !== undefined && column.field !== 'ignore' && column.field !== 'result'
}
