/** Hidden rows and columns of a workbook: nobody sees them in the spreadsheet program, so a person says what becomes of them. */
import type { ColumnMapping, Finding } from '../../shared/app-api.ts'
import { counted } from '../../shared/format.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { guessColumns } from '../../shared/spreadsheet/guess-columns.ts'
import { columnLetters } from '../../shared/spreadsheet/workbook/columns.ts'
import { otherColumnsOf } from './column-maps.ts'
import type { SheetFacts } from './protocol.ts'

/** As many hidden columns are named. */
const namedColumns = 5

/** The question, as a finding of the whole file, while there is something hidden and no answer. */
export function hiddenQuestion(facts: SheetFacts): Finding[] {
  const { rules, hiddenRows, firstHidden, columns, sheet } = facts
  const used = facts.hiddenColumns.filter((at) => isUsed(columns[at]))
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

/** A map after the answer: hidden columns are left out, or come back as what their headers say. */
export function withHiddenColumns(
  columns: readonly ColumnMapping[],
  { hiddenColumns, rules }: Pick<SheetFacts, 'hiddenColumns' | 'rules'>,
): ColumnMapping[] {
  if (rules.hidden === 'ask' || hiddenColumns.length === 0) return [...columns]
  const hidden = new Set(hiddenColumns)
  const guess = guessColumns(
    columns.map(({ header }) => header),
    otherColumnsOf(rules),
  )
  return columns.map((column, at) => {
    if (!hidden.has(at) || column.field === 'result') return column
    if (rules.hidden === 'skip') return { header: column.header, field: 'ignore' }
    return column.field === 'ignore' ? (guess[at] ?? column) : column
  })
}

function isUsed(column: ColumnMapping | undefined): boolean {
  return column !== undefined && column.field !== 'ignore' && column.field !== 'result'
}
