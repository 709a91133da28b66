/** Faults of column names that the spreadsheet program does not show as they are: it hides them, or shows an error instead. */
import type { Finding } from '../../shared/app-api.ts'
import { findingOf, shown } from '../../shared/spreadsheet/finding.ts'
import { columnLetters } from '../../shared/spreadsheet/workbook/columns.ts'
import type { CellCode } from '../../shared/spreadsheet/workbook/rows.ts'
import { isUsed } from './hidden.ts'
import type { SheetFacts } from './protocol.ts'

/** The sentence for each fault of a header cell; other faults of the cell have no consequence. */
const faults: Partial<Record<CellCode, (header: string) => string>> = {
  'cell.error': (header) => `holds the error ${header}`,
  'cell.covered': (header) => `lies under merged cells, and holds ${header}, which no spreadsheet program shows`,
  'cell.stale': (header) =>
    `holds ${header} as the result of a formula, which may be false, since the program that wrote the file did not compute it`,
}

/** Findings for used columns with such a name. They keep the whole file from being minted: a column may not hold what its name says. */
export function headerFaults({ headerNotes = [], headers, headerRow, columns }: SheetFacts): Finding[] {
  return headerNotes.flatMap(({ column, code }) => {
    const header = headers[column] ?? ''
    const fault = isUsed(columns[column]) ? faults[code]?.(shown(header)) : undefined
    if (fault === undefined) return []
    const message = `The name of the column ${columnLetters(column)}, in ${columnLetters(column)}${headerRow}, ${fault}: correct it in the spreadsheet program and give the file again, or leave the column out in the window's column map.`
    return [findingOf(headerRow, header, code, message)]
  })
}
