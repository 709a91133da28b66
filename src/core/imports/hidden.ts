/** Hidden rows and columns of a workbook: the person cannot see them in the spreadsheet program, so the person must say what becomes of them. */
import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { counted } from '../../shared/format.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { columnLetters } from '../../shared/spreadsheet/workbook/columns.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'

/** The most hidden columns that the question names. */
const namedColumns = 5

/** The question, as a finding of the whole file, while something is hidden and the person has not answered. */
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

/** A map, and the columns left out of it as they were before. */
type AnsweredMap = { columns: ColumnMapping[]; leftOut: SheetFacts['leftOut'] }

/** The map of a file that is being read, without hidden columns where these are to be left out. */
export function readMap(
  columns: ColumnMapping[],
  { hiddenColumns, rules }: Pick<SheetFacts, 'hiddenColumns' | 'rules'>,
): AnsweredMap {
  const hidden = new Set(rules.hidden === 'skip' ? hiddenColumns : [])
  return withLeftOut(columns, (at) => hidden.has(at))
}

/** The map with the left-out columns restored. */
export function wholeMap({ columns, leftOut }: Pick<SheetFacts, 'columns' | 'leftOut'>): ColumnMapping[] {
  return columns.map((column, at) => leftOut?.[at] ?? column)
}

/**
 * The map after the rules changed, or the person gave a map. Hidden columns return as they were before they were left out: a new guess
 * could publish values that the person, or the earlier guess, kept private.
 * @param whole the map of all columns by the rules; `given` takes its place
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
  // The person's choice for a hidden column holds.
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

/** Whether a column's values get into NFTs. */
export function isUsed(column: ColumnMapping | undefined): boolean {
  return column !== undefined && column.field !== 'ignore' && column.field !== 'result'
}
