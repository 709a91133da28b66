import { hash } from 'node:crypto'
import { z } from 'zod'
import { type ColumnMapping, columnMapping } from '../../shared/app-api.ts'
import { guessColumns, headerKey, withOtherColumns } from '../../shared/spreadsheet/columns.ts'
import { findColumnMap } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { LoadTask, SheetFacts } from './protocol.ts'

/** What a header line is known by among the remembered maps. */
export function headerHash(headers: readonly string[]): string {
  return hash('sha256', headerKey(headers))
}

/** Whether a map is of a file with these headers. */
export function mapFits(columns: readonly ColumnMapping[], headers: readonly string[]): boolean {
  return columns.length === headers.length && columns.every(({ header }, at) => header === headers[at])
}

/** The map of a file that is read: the one that is given, else the one a person made for this header line, else what the headers say. */
export async function chosenColumns(
  store: Store,
  headers: string[],
  { columns, rules }: LoadTask,
): Promise<Pick<SheetFacts, 'columns' | 'answered'>> {
  if (columns !== null && mapFits(columns, headers)) return { columns, answered: true }
  const kept = z.array(columnMapping).safeParse(await findColumnMap(store, headerHash(headers)))
  if (kept.success && mapFits(kept.data, headers))
    return { columns: withOtherColumns(kept.data, rules.otherColumnsAsTraits), answered: true }
  return { columns: guessColumns(headers, rules.otherColumnsAsTraits), answered: false }
}
