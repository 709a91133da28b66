import Papa from 'papaparse'
import { guessColumns } from './guess-columns.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * Removes the line `sep=;`, which declares the delimiter to Excel, and which no spreadsheet program shows or counts.
 * @param head the beginning of a file, with LF line ends
 */
export function withoutSeparatorLine(head: string): { text: string; delimiter: Delimiter | undefined } {
  const [line, written] = /^"?sep=(.)"?\n/i.exec(head) ?? []
  const delimiter = delimiters.find((one) => one === written)
  return line === undefined || delimiter === undefined
    ? { text: head, delimiter: undefined }
    : { text: head.slice(line.length), delimiter }
}

/**
 * Guesses the delimiter of a file from its first lines (text with LF line ends): the one with which the header line has the most
 * known field names and, among equals, the one with the most even rows.
 */
export function guessDelimiter(head: string): Delimiter {
  const start = head.slice(0, 256 * 1024).replace(/^\s*\n/, '')
  const known = new Map(delimiters.map((delimiter) => [delimiter, knownColumns(start, delimiter)]))
  const most = Math.max(...known.values())
  const best = delimiters.filter((delimiter) => known.get(delimiter) === most)
  const [only] = best
  if (best.length === 1 && only !== undefined) return only
  const guess = Papa.parse(start, { preview: 20, newline: '\n', delimitersToGuess: [...best] }).meta.delimiter
  return best.find((delimiter) => delimiter === guess) ?? ','
}

function knownColumns(head: string, delimiter: Delimiter): number {
  const { data } = Papa.parse<string[]>(head, { delimiter, newline: '\n', preview: 1 })
  const headers = data[0] ?? []
  if (headers.length < 2) return 0
  return guessColumns(headers).filter(({ field }) => field !== 'ignore').length
}
