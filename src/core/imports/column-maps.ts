import { hash } from 'node:crypto'
import { z } from 'zod'
// The worker thread loads this schema alone: the schemas of all calls would take a quarter of its start.
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

/** The key of a header line among the remembered maps. */
export function headerHash(headers: readonly string[]): string {
  return hash('sha256', headerKey(headers))
}

/** Whether a map belongs to a file with these headers. */
export function mapFits(columns: readonly ColumnMapping[], headers: readonly string[]): boolean {
  return columns.length === headers.length && columns.every(({ header }, at) => header === headers[at])
}

/** What becomes of columns that are none of Mintdesk's fields. */
export function otherColumnsOf({ otherColumnsAsTraits, traits }: CheckRules): OtherColumns {
  return { all: otherColumnsAsTraits, named: traits }
}

/**
 * The map of a file that is being read: the one given, else the one that the person made for this header line, else a guess from headers and values.
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
  // The person's choices for single columns stay, unless the person now asks for other columns as traits.
  const asked = other.all || other.named.length > 0
  return { columns: asked ? withOtherColumns(kept.data, other, rows) : kept.data, answered: true }
}
