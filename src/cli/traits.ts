/** Which columns that are no field of Mintdesk become traits (`mint --traits`). */
import type { Import } from '../shared/app-api.ts'
import { normalHeader } from '../shared/spreadsheet/columns.ts'
import { privateColumns } from '../shared/spreadsheet/guess-columns.ts'
import { CommandError } from './failure.ts'

/**
 * As an import takes it: all columns that do not look personal, none, or the headers in `traits`. Without `otherColumnsAsTraits`, the
 * core uses the last choice for this header line.
 */
export interface TraitChoice {
  otherColumnsAsTraits?: boolean
  traits: string[]
}

/** @param text `all`, `none`, or headers with commas between them; undefined: no choice */
export function traitChoice(text: string | undefined): TraitChoice {
  if (text === undefined) return { traits: [] }
  if (text === 'all' || text === 'none') return { otherColumnsAsTraits: text === 'all', traits: [] }
  const traits = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { otherColumnsAsTraits: false, traits }
}

/** @throws CommandError if a column that is to become a trait is not in the file */
export function requireColumns({ columns, name }: Import, { traits }: TraitChoice): void {
  const headers = new Set(columns.map(({ header }) => normalHeader(header)))
  const missing = traits.find((one) => !headers.has(normalHeader(one)))
  if (missing === undefined || columns.length === 0) return
  throw new CommandError(
    'traits.unknown',
    `${name} has no column ${JSON.stringify(missing)} to make traits of: its columns are ${columns.map(({ header }) => header).join(', ')}.`,
  )
}

/** Tells the person which columns do not get into the NFTs; no lines if none are left out. */
export function leftOutLines({ columns }: Import): string[] {
  const headers = privateColumns(columns)
  if (headers.length === 0) return []
  return [
    `Left out of the NFTs, because metadata is public: ${headers.join(', ')}. To make traits of them: --traits all (not of those that look personal), or --traits <names>.`,
  ]
}
