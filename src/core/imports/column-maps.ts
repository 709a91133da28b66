import { hash } from 'node:crypto'
import { z } from 'zod'
// The thread that checks loads this one schema, not those of all calls: a quarter of its start.
import { type ColumnMapping, columnMapping } from '../../shared/app-api/imports.ts'
import { headerKey } from '../../shared/spreadsheet/columns.ts'
import {
  guessColumns,
  type OtherColumns,
  withOtherColumns,
  withoutOthers,
} from '../../shared/spreadsheet/guess-columns.ts'
import { findColumnMap } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { CheckRules, LoadTask, SheetFacts } from './protocol.ts'

/** What a header line is known by among the remembered maps. */
export function headerHash(headers: readonly string[]): string {
  return hash('sha256', headerKey(headers))
}

/** Whether a map is of a file with these headers. */
export function mapFits(columns: readonly ColumnMapping[], headers: readonly string[]): boolean {
  return columns.length === headers.length && columns.every(({ header }, at) => header === headers[at])
}

/** What becomes of columns that are no field of ours. */
export function otherColumnsOf({ otherColumnsAsTraits, traits }: CheckRules): OtherColumns {
  return { all: otherColumnsAsTraits, named: traits }
}

/**
 * The map of a file that is read: the one that is given, else the one a person made for this header line, else what headers and values say.
 * @param rows the first rows of the file
 */
export async function chosenColumns(
  store: Store,
  headers: string[],
  rows: readonly (readonly string[])[],
  { columns, rules, noTraits }: LoadTask,
): Promise<Pick<SheetFacts, 'columns' | 'answered'>> {
  if (columns !== null && mapFits(columns, headers)) return { columns, answered: true }
  const other = otherColumnsOf(rules)
  const kept = z.array(columnMapping).safeParse(await findColumnMap(store, headerHash(headers)))
  if (!kept.success || !mapFits(kept.data, headers))
    return { columns: guessColumns(headers, other, rows), answered: false }
  if (noTraits) return { columns: withoutOthers(kept.data, rows), answered: true }
  // What a person chose for single columns stays, unless all others are asked for now.
  const asked = other.all || other.named.length > 0
  return { columns: asked ? withOtherColumns(kept.data, other, rows) : kept.data, answered: true }
}
