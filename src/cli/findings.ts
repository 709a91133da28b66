/** What is wrong with a file: shown, written to a file, or handed to a program. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Finding, Import } from '../shared/app-api.ts'
import { count, counted } from '../shared/format.ts'
import { byteOrderMark, csvLines } from '../shared/spreadsheet/csv.ts'
import type { Api } from './api.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Ours: what fits on a screen; the rest is counted. */
const shownFindings = 20

/** Every finding of an import, in the order of the rows. */
export async function allFindings(api: Api, source: Import, stop: AbortSignal): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const { row, column, code, level, message } of api.findings(source.id, stop))
    found.push({ row, column, code, level, message })
  return found
}

/** Whether something of the file cannot be minted as it stands. */
export function hasErrors({ state, counts }: Import): boolean {
  return state === 'failed' || counts.errors > 0
}

/** Shows what was found: how many rows are well, the first findings (errors before warnings), and how to see the others. */
export async function showFindings(api: Api, source: Import, terminal: Terminal, stop: AbortSignal): Promise<void> {
  terminal.say(checkedLine(source))
  const first = { error: [] as Finding[], warning: [] as Finding[] }
  let total = 0
  for await (const finding of api.findings(source.id, stop)) {
    total++
    const list = first[finding.level]
    if (list.length < shownFindings) list.push(finding)
  }
  if (total === 0) return
  const shown = [...first.error, ...first.warning].slice(0, shownFindings)
  terminal.say()
  for (const line of findingTable(shown, terminal.columns)) terminal.say(line)
  if (total > shown.length)
    terminal.say(`and ${count(total - shown.length)} more: see all with --findings <file>, or with --dry-run --json.`)
}

/** `badges.csv: 500 rows, 498 ready, 2 with errors.` */
export function checkedLine({ name, state, counts }: Import): string {
  if (state === 'failed') return `${name} cannot be minted.`
  const parts = [
    counted(counts.rows, 'row'),
    `${count(counts.ready)} ready`,
    counts.errors > 0 ? `${count(counts.errors)} with errors` : '',
    counts.skipped > 0 ? `${count(counts.skipped)} skipped` : '',
    counts.warnings > 0 ? `${count(counts.warnings)} with warnings` : '',
    counts.nfts !== counts.ready ? counted(counts.nfts, 'NFT') : '',
  ]
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}.`
}

export function findingTable(findings: readonly Finding[], width: number): string[] {
  return table(
    [{ header: 'row', right: true }, { header: 'column', most: 14 }, { header: 'code' }, { header: 'what is wrong' }],
    findings.map(({ row, column, code, level, message }) => [
      String(row),
      column === '' ? '-' : column,
      code,
      level === 'warning' ? `Warning: ${message}` : message,
    ]),
    width,
  )
}

/** Writes every finding as CSV for a spreadsheet program. */
export async function writeFindings(api: Api, source: Import, file: string, stop: AbortSignal): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + csvLines([['row', 'column', 'code', 'level', 'message']])
    for await (const { row, column, code, level, message } of api.findings(source.id, stop))
      yield csvLines([[String(row), column, code, level, message]])
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}
