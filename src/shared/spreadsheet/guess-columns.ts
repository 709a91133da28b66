/** Guesses the fields of a file's columns from their headers and first values. */
import type { ColumnMapping, FieldName } from '../app-api.ts'
import { type ColumnValues, valuesOf } from './column-values.ts'
import { isOwnHeader, isResultsHeader, normalHeader, recipientFields, resultColumns, traitOfHeader } from './columns.ts'
import { headerWords, personalParts, personalWords } from './header-words.ts'

/** How to treat columns that map to no field: they are private, unless a person makes them traits. */
export interface OtherColumns {
  /** All of them become traits, except those that look personal. */
  all: boolean
  /** Headers of columns that become traits even if they look personal. */
  named: readonly string[]
}

export const allPrivate: OtherColumns = { all: false, named: [] }

/** How well a header names a field: rank 0 is the field's own name, higher ranks are worse synonyms. */
interface Match {
  field: FieldName
  rank: number
}

/** A header in the form for comparison with words: also without accents and punctuation. */
function wordOf(header: string): string {
  const plain = header.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return normalHeader(plain.normalize('NFC').replace(/ß/g, 'ss')).replace(/[^\p{L}\p{N}]/gu, '')
}

/** By word, the fields that it can name, the best match first. */
const matches: ReadonlyMap<string, readonly Match[]> = Object.entries(headerWords)
  .flatMap(([field, names]) => names.map((name, rank) => ({ word: wordOf(name), field: field as FieldName, rank })))
  .sort((one, other) => one.rank - other.rank)
  .reduce(
    (found, { word, ...match }) => found.set(word, [...(found.get(word) ?? []), match]),
    new Map<string, readonly Match[]>(),
  )

const personal: ReadonlySet<string> = new Set(personalWords.map(wordOf))

/** Whether a column seems to hold personal data, by a word of its header or by its values. */
export function looksPersonal(header: string, values: ColumnValues): boolean {
  if (values.are(0.3, 'email', 'phone', 'address')) return true
  const spaced = header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const words = spaced.split(/[^\p{L}\p{N}\p{M}]+/u).map(wordOf)
  // Two words that other files write as one: "first name".
  const pairs = words.map((word, at) => word + (words[at + 1] ?? ''))
  if ([wordOf(header), ...words, ...pairs].some((word) => personal.has(word))) return true
  return personalParts.some((part) => header.includes(part))
}

/** Whether a column's values contradict its header. The field's own name is always believed. */
function isContradicted({ field, rank }: Match, values: ColumnValues): boolean {
  if (values.values === 0 || rank === 0) return false
  switch (field) {
    case 'quantity':
      return !values.are(0.5, 'number')
    case 'email':
      return !values.are(0.2, 'email')
    case 'image':
    case 'animation_url':
    case 'external_url':
    case 'metadata_uri':
      return values.are(0.8, 'email', 'address', 'number', 'phone')
    case 'name':
    case 'description':
      return values.are(0.8, 'email', 'address', 'url')
    default:
      return false
  }
}

/** Whether a column's values can name recipients: the header "address" may also mean streets. ENS allows names with any ending. */
function holdsRecipients(values: ColumnValues): boolean {
  return values.values === 0 || values.count('address') + values.count('email') > 0 || values.are(0.5, 'host')
}

/**
 * Guesses a mapping for each header. If two headers fit the same field, the better name gets it and the other column is private; two
 * `recipient` columns both stay, so that the choice between two addresses is left to the person.
 * @param other how to treat columns that map to no field
 * @param rows the first rows of the file
 */
export function guessColumns(
  headers: readonly string[],
  other: OtherColumns = allPrivate,
  rows: readonly (readonly string[])[] = [],
): ColumnMapping[] {
  const results = isResultsHeader(headers) ? resultColumns.length : isOwnHeader(headers) ? 1 : 0
  const input = headers.slice(0, headers.length - results)
  const values = valuesOf(rows, input.length)
  const fields = fieldsOf(input, values)
  const named = new Set(other.named.map(normalHeader))
  return headers.map((header, column): ColumnMapping => {
    if (column >= input.length) return { header, field: 'result' }
    if (header.trim() === '') return { header, field: 'ignore' }
    const field = fields[column]
    if (field !== undefined) return { header, field }
    const trait = traitOfHeader(header)
    if (trait !== undefined) return { header, field: 'trait', ...trait }
    const own = values[column]
    const asTrait = named.has(normalHeader(header)) || (other.all && own !== undefined && !looksPersonal(header, own))
    return otherColumn(header, asTrait)
  })
}

/** The field of each column: by its header, or by its values if the header names no field. */
function fieldsOf(headers: readonly string[], values: readonly ColumnValues[]): (FieldName | undefined)[] {
  const found = headers.map((header, column) => {
    const own = values[column]
    if (own === undefined || traitOfHeader(header) !== undefined) return undefined
    const meant = matches.get(wordOf(header)) ?? []
    // "nombre" means "name" in Spanish and "number" in French.
    const isNumber = (match: Match) => match.field === 'name' && meant.length > 1 && own.are(0.8, 'number')
    return meant.find((match) => !isContradicted(match, own) && !isNumber(match))
  })
  const isRecipient = (at: number) => recipientFields.includes(found[at]?.field ?? 'ignore')
  const good = found.map((_, at) => isRecipient(at) && holdsRecipientsOf(found[at], values[at]))
  // A column of streets is dropped if another names recipients; otherwise each row gets an error.
  if (good.includes(true)) for (const at of found.keys()) if (isRecipient(at) && !good[at]) found[at] = undefined
  const best = new Map<FieldName, number>()
  for (const [at, match] of found.entries()) {
    if (match === undefined) continue
    const rival = best.get(match.field)
    if (rival === undefined || match.rank < (found[rival]?.rank ?? 0)) best.set(match.field, at)
  }
  const fields = found.map((match, at) =>
    match !== undefined && (match.field === 'recipient' || best.get(match.field) === at) ? match.field : undefined,
  )
  const free = (at: number) => fields[at] === undefined && traitOfHeader(headers[at] ?? '') === undefined
  const byValues = (field: FieldName, share: number, ...kinds: Parameters<ColumnValues['are']>[1][]) => {
    const at = values.findIndex((one, place) => free(place) && headers[place] !== '' && one.are(share, ...kinds))
    if (at >= 0) fields[at] = field
  }
  if (!fields.some((field) => field !== undefined && recipientFields.includes(field))) {
    byValues('recipient', 0.8, 'address')
    if (!fields.includes('recipient')) byValues('email', 0.8, 'email')
  }
  if (!fields.includes('image') && !fields.includes('metadata_uri')) byPictures(fields, headers, values)
  return fields
}

function holdsRecipientsOf(match: Match | undefined, values: ColumnValues | undefined): boolean {
  return match?.rank === 0 || match?.field === 'userId' || (values !== undefined && holdsRecipients(values))
}

/** Takes a column of file names as the image; URLs are too ambiguous for that. */
function byPictures(
  fields: (FieldName | undefined)[],
  headers: readonly string[],
  values: readonly ColumnValues[],
): void {
  const at = values.findIndex(
    (one, place) =>
      fields[place] === undefined &&
      headers[place] !== '' &&
      traitOfHeader(headers[place] ?? '') === undefined &&
      one.are(0.8, 'file'),
  )
  if (at >= 0) fields[at] = 'image'
}

/** The column map after a person chose how to treat columns that map to no field; their choices for single columns stay. */
export function withOtherColumns(
  columns: readonly ColumnMapping[],
  other: OtherColumns,
  rows: readonly (readonly string[])[] = [],
): ColumnMapping[] {
  const headers = columns.map(({ header }) => header)
  const fields = guessColumns(headers, allPrivate, rows)
  const wanted = guessColumns(headers, other, rows)
  return columns.map((column, at) => {
    const isOther = fields[at]?.field === 'ignore' && column.header.trim() !== ''
    const untouched =
      column.field === 'ignore' ||
      (column.field === 'trait' && column.trait === column.header.trim() && !column.displayType)
    return isOther && untouched ? (wanted[at] ?? column) : column
  })
}

/** The column map in which every column that maps to no field is private, even if a person had made it a trait. */
export function withoutOthers(
  columns: readonly ColumnMapping[],
  rows: readonly (readonly string[])[] = [],
): ColumnMapping[] {
  const headers = columns.map(({ header }) => header)
  const fields = guessColumns(headers, allPrivate, rows)
  return columns.map((column, at) =>
    column.field === 'trait' && fields[at]?.field === 'ignore' ? otherColumn(column.header, false) : column,
  )
}

/** The headers of private columns: they have a name but are not minted. */
export function privateColumns(columns: readonly ColumnMapping[]): string[] {
  return columns.flatMap(({ header, field }) => (field === 'ignore' && header.trim() !== '' ? [header] : []))
}

function otherColumn(header: string, asTrait: boolean): ColumnMapping {
  return asTrait ? { header, field: 'trait', trait: header.trim() } : { header, field: 'ignore' }
}
