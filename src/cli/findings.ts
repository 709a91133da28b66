/** The findings of a file: shown, written to a file, or returned to a program. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Finding, Import } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { count, counted } from '../shared/format.ts'
import { formatOf, sheetFile } from '../shared/spreadsheet/sheet-file.ts'
import { skipReasons } from '../shared/words/skip-reasons.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Ours: findings that fit on a screen; the rest are only counted. */
const shownFindings = 20

export async function allFindings(api: AppClient, source: Import, stop: AbortSignal): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const { row, column, code, level, message } of api.findings(source.id, stop))
    found.push({ row, column, code, level, message })
  return found
}

/** Whether the file, or a row of it, cannot be minted in its present state. */
export function hasErrors({ state, counts }: Import): boolean {
  return state === 'failed' || counts.errors > 0
}

/** Shows the counts of rows, the first findings (errors before warnings), and how to see the others. */
export async function showFindings(
  api: AppClient,
  source: Import,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<void> {
  terminal.say(checkedLine(source))
  if (source.notice !== undefined) terminal.say(source.notice)
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

type CheckedFile = Pick<Import, 'name' | 'state' | 'counts' | 'codes' | 'options' | 'sheets' | 'sheet' | 'failure'>

/** `badges.csv: 500 rows, 498 ready, 2 with errors.` Counts rows, and also NFTs if a row stands for several. */
export function checkedLine(source: CheckedFile): string {
  const { name, state, counts, sheets, sheet } = source
  if (state === 'failed') return failedLine(source)
  const parts = [
    counted(counts.rows, 'row'),
    `${count(counts.ready)} ready${counts.nfts === counts.ready ? '' : ` (${counted(counts.nfts, 'NFT')})`}`,
    counts.errors > 0 ? `${count(counts.errors)} with errors` : '',
    counts.skipped > 0 ? `${count(counts.skipped)} skipped (${skipReasons(source, mintedAgain)})` : '',
    counts.warnings > 0 ? `${count(counts.warnings)} with warnings` : '',
  ]
  const read = sheets.length > 1 ? `${name}, sheet ${JSON.stringify(sheet)} of ${sheets.length}` : name
  return `${read}: ${parts.filter((part) => part !== '').join(', ')}.`
}

const mintedAgain = (rows: 'it' | 'them'): string => `; --again mints ${rows} again`

/** Ours: nobody reads through more names of sheets. */
const namedSheets = 10

/** If the sheet has no rows to mint, also names the workbook's other sheets. */
function failedLine({ name, sheets, sheet, failure }: CheckedFile): string {
  if (sheets.length < 2 || sheet === null || (failure?.code !== 'file.header' && failure?.code !== 'file.empty'))
    return `${name} cannot be minted.`
  const others = sheets.filter((other) => other.name !== sheet).map((other) => JSON.stringify(other.name))
  const more = others.length > namedSheets ? ', …' : ''
  return `${name}, sheet ${JSON.stringify(sheet)} of ${sheets.length}, cannot be minted. --sheet <name> takes another one: ${others.slice(0, namedSheets).join(', ')}${more}.`
}

/** Of a file whose rows are all skipped: why, and how some of them are minted all the same. */
export function nothingLeft(source: CheckedFile, collectionId: string): string[] {
  const lines = [checkedLine(source), `Nothing is left to mint into ${collectionId}.`]
  if (!source.codes.some(({ code }) => code === 'id.duplicate')) return lines
  // Under another id the same NFT for the same recipient is a repeat.
  const again = source.options.again ? '' : ', and add --again'
  return [...lines, `To mint a row once more whose id is taken, give it another id, or none${again}.`]
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

/** Writes all findings for a spreadsheet program: a workbook if the file's name ends in .xlsx, else CSV. */
export async function writeFindings(api: AppClient, source: Import, file: string, stop: AbortSignal): Promise<void> {
  async function* records(): AsyncGenerator<string[][]> {
    yield [['row', 'column', 'code', 'level', 'message']]
    for await (const { row, column, code, level, message } of api.findings(source.id, stop))
      yield [[String(row), column, code, level, message]]
  }
  await pipeline(Readable.from(sheetFile(records(), formatOf(file), 'Findings')), createWriteStream(file))
}
