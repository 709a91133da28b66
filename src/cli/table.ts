/** Tables for terminals: aligned columns, the last of which wraps. Pure. */

export interface Column {
  header: string
  /** Aligns the column to the right, for numbers. */
  right?: boolean
  /** The most characters; longer texts are cut in the middle, so that both ends stay. */
  most?: number
}

const gap = '  '
/** Ours: a narrower last column would wrap to single words. */
const leastLast = 24

/**
 * Lines of a table, header first.
 * @param width the most characters of a line; the last column wraps to fit
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const cells = [columns.map(({ header }) => header), ...rows].map((row) =>
    columns.map((column, at) => cut(plain(row[at] ?? ''), column.most)),
  )
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => lengthOf(row[at] ?? ''))))
  const last = columns.length - 1
  const before = widths.slice(0, last).reduce((sum, w) => sum + w + gap.length, 0)
  const room = Math.max(leastLast, width - before)
  return cells.flatMap((row) => {
    const head = row.slice(0, last).map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.right === true))
    const [first = '', ...more] = wrap(row[last] ?? '', room)
    const end = columns[last]?.right === true ? pad(first, widths[last] ?? 0, true) : first
    return [[...head, end].join(gap).trimEnd(), ...more.map((line) => `${' '.repeat(before)}${line}`)]
  })
}

/** Names and values, one pair below the other, with the values aligned and wrapped. */
export function facts(entries: readonly (readonly [string, string])[], width: number): string[] {
  const names = Math.max(...entries.map(([name]) => lengthOf(name)))
  return entries.flatMap(([name, value]) => {
    const [first = '', ...more] = wrap(plain(value), Math.max(leastLast, width - names - gap.length * 2))
    return [
      `${gap}${pad(name, names, false)}${gap}${first}`.trimEnd(),
      ...more.map((line) => `${' '.repeat(names + gap.length * 2)}${line}`),
    ]
  })
}

/** Breaks a text at spaces into lines of at most `width` characters; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A text that is safe for a terminal: control characters, which it would obey, become spaces. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
}

/** Cuts a text in the middle to at most `most` characters. */
export function cut(text: string, most = Number.POSITIVE_INFINITY): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const head = Math.ceil((most - 1) / 2)
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (most - 1 - head)).join('')}`
}

function lengthOf(text: string): number {
  return [...text].length
}

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return right ? `${space}${text}` : `${text}${space}`
}
