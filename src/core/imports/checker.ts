import { hash } from 'node:crypto'
import { z } from 'zod'
import { type ColumnMapping, columnMapping, type Finding } from '../../shared/app-api.ts'
import { guessColumns, headerKey, recipientFields, withOtherColumns } from '../../shared/spreadsheet/columns.ts'
import { guessDelimiter } from '../../shared/spreadsheet/delimiter.ts'
import { createDecoder } from '../../shared/spreadsheet/encoding.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { fixCell, fixedCodes } from '../../shared/spreadsheet/fix.ts'
import { unescapeFormula } from '../../shared/spreadsheet/formula.ts'
import { maxCellLength, maxRows } from '../../shared/spreadsheet/limits.ts'
import { emptyFinding, readHeader } from '../../shared/spreadsheet/preview.ts'
import { createSheetParser, type SheetParser, type SheetRecord } from '../../shared/spreadsheet/sheet-parser.ts'
import { CoreError } from '../errors.ts'
import type { SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { collectionHasMints, findColumnMap, findMintedContents } from '../store/imports.ts'
import type { Store } from '../store/open.ts'
import { checkRows, failuresOf, type RawRow, rowRules } from './check-rows.ts'
import { nthContentHash } from './content-hash.ts'
import { type AskContracts, type ContractLookup, contractLookup } from './contract-lookup.ts'
import { countFiles, type MediaFolder, openMediaFolder } from './media.ts'
import type { CheckRules, Outcome, SheetFacts, Task } from './protocol.ts'
import { type SheetFile, withSheetFile } from './read-file.ts'

const rowsAtOnce = 1000

export interface Checker {
  /** Does a task and says how things stand after it; `progress` is told how they stand meanwhile. */
  run(task: Task, progress: (outcome: Outcome) => void): Promise<Outcome>
}

/**
 * Does the work of an import: reads its file into its sheet, checks rows, corrects cells. Everything it knows is in the sheet,
 * so that another checker can go on with it.
 *
 * @param store the journal's database, only read.
 * @param askContracts which recipients are contracts.
 */
export function createChecker(sheet: Sheet, store: Store, askContracts: AskContracts): Checker {
  const writer = sheet.writer()
  let contracts: ContractLookup | undefined
  let media: { dir: string; folder: MediaFolder } | undefined

  function mediaOf(rules: CheckRules): MediaFolder | undefined {
    if (rules.mediaDir === null) return undefined
    if (media?.dir !== rules.mediaDir) media = { dir: rules.mediaDir, folder: openMediaFolder(rules.mediaDir) }
    return media.folder
  }

  function facts(): SheetFacts {
    const kept = sheet.meta('facts')
    if (kept === undefined) throw new Error('The import has no sheet: its file was never read.')
    return kept as SheetFacts
  }

  async function check(rows: readonly RawRow[], facts: SheetFacts) {
    contracts ??= contractLookup(facts.rules.chain, askContracts)
    return checkRows(rows, rowRules(facts.rules, facts.columns), mediaOf(facts.rules), isHopeless(facts), contracts)
  }

  async function outcome(known: SheetFacts, bytesRead = known.bytesTotal): Promise<Outcome> {
    const { encoding, delimiter, headers, columns, bytesTotal } = known
    const failures = failuresOf(known)
    const mediaFiles = await countFiles(known.rules.mediaDir)
    const standing = { counts: writer.counts(), codes: writer.codes() }
    const notice = contracts?.notice()
    return { bytesRead, bytesTotal, encoding, delimiter, headers, columns, ...standing, failures, mediaFiles, notice }
  }

  async function finish(known: SheetFacts): Promise<Outcome> {
    writer.createIndices()
    writer.setFileFindings(failuresOf(known))
    writer.applySupply(null, '')
    writer.compareRows(undefined, compareRules(known))
    await markRepeated(known, (after) => writer.contentsAfter(after, rowsAtOnce))
    writer.applySupply(known.rules.supplyRemaining, headerFor(known.columns, 'quantity'))
    return outcome(known)
  }

  /** Finds rows that were minted before among those that `page` gives, page after page. */
  async function markRepeated(
    { rules, columns }: SheetFacts,
    page: (after: number) => (SheetRow & { content: Buffer })[],
  ): Promise<void> {
    if (!(await collectionHasMints(store, rules.collectionPk))) return
    const column = columns.find(({ field }) => recipientFields.includes(field))?.header ?? ''
    for (let after = 0; ; ) {
      const rows = page(after)
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.pos
      const single = rows.filter((row) => copiesOf(row, rules) === 1)
      const several = rows.filter((row) => copiesOf(row, rules) > 1)
      const minted = await mintedAmong(
        single.map((row) => nthContentHash(row.content, row.occurrence)),
        rules.collectionPk,
      )
      const found = single
        .filter((row) => minted.has(nthContentHash(row.content, row.occurrence).toString('hex')))
        .map((row) => ({ row, copies: [1] }))
      for (const row of several) found.push({ row, copies: await mintedCopies(row, rules) })
      writer.together(() => {
        for (const { row, copies } of found) {
          if (copies.length === 0) continue
          const left =
            rules.again || copies.length < copiesOf(row, rules) ? row.quantity - (rules.again ? 0 : copies.length) : 0
          writer.setRepeated(row, rules.again ? [] : copies, left, repeatFinding(row, copies, column, rules))
        }
      })
    }
  }

  async function mintedCopies(row: SheetRow & { content: Buffer }, rules: CheckRules): Promise<number[]> {
    const hashes = Array.from({ length: row.quantity }, (_, copy) => nthContentHash(row.content, row.occurrence + copy))
    const minted = await mintedAmong(hashes, rules.collectionPk)
    return hashes.flatMap((one, copy) => (minted.has(one.toString('hex')) ? [copy + 1] : []))
  }

  async function mintedAmong(hashes: readonly Buffer[], collectionPk: number): Promise<Set<string>> {
    const minted = new Set<string>()
    for (let at = 0; at < hashes.length; at += 1000)
      for (const one of await findMintedContents(store, collectionPk, hashes.slice(at, at + 1000))) minted.add(one)
    return minted
  }

  async function load(task: Extract<Task, { kind: 'load' }>, progress: (outcome: Outcome) => void): Promise<Outcome> {
    return withSheetFile(task.file, async (file) => {
      if ('code' in file) {
        const known = emptyFacts(task.rules, file)
        writer.setMeta('facts', known)
        return finish(known)
      }
      return finish(await read(file, task, progress))
    })
  }

  async function read(
    file: SheetFile,
    task: Extract<Task, { kind: 'load' }>,
    progress: (outcome: Outcome) => void,
  ): Promise<SheetFacts> {
    const decoder = createDecoder(file.encoding)
    let known = { ...emptyFacts(task.rules), encoding: file.encoding.name, bytesTotal: file.size }
    let parser: SheetParser | undefined
    let own: boolean | undefined
    let pos = 0
    let bytesRead: number = file.encoding.bom
    let next = Date.now() + 250

    const start = async (record: SheetRecord) => {
      const header = readHeader(record)
      own = header.own
      const columns = await chosenColumns(header.headers, task)
      known = { ...known, headers: header.headers, headerRow: header.headerRow, ...columns }
      if (header.fault !== undefined) known.fatal = [header.fault]
      writer.setMeta('facts', known)
    }
    const take = async (records: SheetRecord[]) => {
      if (own === undefined) {
        const first = records.shift()
        if (first === undefined) return
        await start(first)
      }
      for (let at = 0; at < records.length; at += rowsAtOnce) {
        const raw = records.slice(at, at + rowsAtOnce).map(({ row, cells, badQuotes }): RawRow => {
          pos++
          return { pos, row, badQuotes, cells: own === true ? cells.map(unescapeFormula) : cells }
        })
        writer.insertRows((await check(raw, known)).map(shortened))
        await pause()
      }
    }

    for await (const block of file.blocks()) {
      const text = decoder.decode(block)
      bytesRead += block.length
      if (parser === undefined) known.delimiter = guessDelimiter(text)
      parser ??= createSheetParser(guessDelimiter(text))
      await take(parser.push(text))
      if (known.fatal.length > 0) break
      if (parser.runaway !== undefined) known.fatal = [runawayFinding(parser.runaway)]
      if (pos > maxRows) known.fatal = [tooManyRows()]
      if (Date.now() > next) {
        const began = Date.now()
        progress(await outcome(known, bytesRead))
        next = nextTelling(began)
      }
    }
    if (known.fatal.length === 0 && parser !== undefined) {
      await take(parser.push(decoder.end()))
      await take(parser.end())
    }
    if (own === undefined && known.fatal.length === 0) known.fatal = [emptyFinding(false)]
    else if (pos === 0 && failuresOf(known).length === 0) known.fatal = [emptyFinding(true)]
    writer.setMeta('facts', known)
    return known
  }

  async function chosenColumns(
    headers: string[],
    { columns, rules }: Extract<Task, { kind: 'load' }>,
  ): Promise<Pick<SheetFacts, 'columns' | 'answered'>> {
    if (columns !== null && fits(columns, headers)) return { columns, answered: true }
    const kept = z.array(columnMapping).safeParse(await findColumnMap(store, headerHash(headers)))
    if (kept.success && fits(kept.data, headers))
      return { columns: withOtherColumns(kept.data, rules.otherColumnsAsTraits), answered: true }
    return { columns: guessColumns(headers, rules.otherColumnsAsTraits), answered: false }
  }

  async function recheck(
    { rules, columns }: Extract<Task, { kind: 'recheck' }>,
    progress: (outcome: Outcome) => void,
  ): Promise<Outcome> {
    const before = facts()
    if (columns !== null && !fits(columns, before.headers))
      throw new CoreError('import.columns', 'The column map is of another file: give one entry per column, in order.')
    const map = columns ?? withOtherColumns(before.columns, rules.otherColumnsAsTraits)
    const known = { ...before, rules, columns: map, answered: before.answered || columns !== null }
    media = undefined
    writer.setMeta('facts', known)
    let next = Date.now() + 250
    for (let after = 0; ; ) {
      const rows = sheet.rowsAfter(after, rowsAtOnce)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.pos
      writer.updateRows(await check(rows, known))
      await pause()
      if (Date.now() > next) {
        const began = Date.now()
        progress(await outcome(known))
        next = nextTelling(began)
      }
    }
    return finish(known)
  }

  /** Checks rows again whose cells changed, and those that they are, or were, equal to. */
  async function change(rows: readonly SheetRow[], known: SheetFacts): Promise<void> {
    const old = rows.map(({ pos }) => writer.keysOf(pos))
    const checked = await check(rows, known)
    writer.applySupply(null, '')
    writer.updateRows(checked)
    const ids = [...new Set([...old, ...checked].flatMap(({ id }) => (id === null ? [] : [id])))]
    const related = [...old, ...checked].flatMap(({ content }) => (content === null ? [] : [content]))
    const contents = unique([...related, ...writer.contentsOfIds(ids)])
    writer.compareRows({ contents, ids }, compareRules(known))
    const affected = writer.contentsOf(contents)
    await markRepeated(known, (after) => (after === 0 ? affected : []))
  }

  async function correct({ row, column, value }: Extract<Task, { kind: 'correct' }>): Promise<Outcome> {
    const known = facts()
    const found = sheet.row(row)
    const at = typeof column === 'number' ? column : known.headers.indexOf(column)
    if (found === undefined || at < 0 || at >= known.headers.length)
      throw new CoreError('import.cell', `There is no cell in row ${row}, column ${String(column)}, of this import.`)
    const cells = known.headers
      .map((_, index) => found.cells[index] ?? '')
      .concat(found.cells.slice(known.headers.length))
    cells[at] = value.replace(/\p{Surrogate}/gu, '\ufffd')
    await change([{ ...found, cells }], known)
    writer.applySupply(known.rules.supplyRemaining, headerFor(known.columns, 'quantity'))
    return outcome(known)
  }

  async function fix(
    { rule, column }: Extract<Task, { kind: 'fix' }>,
    progress: (outcome: Outcome) => void,
  ): Promise<Outcome> {
    const known = facts()
    for (const code of fixedCodes[rule]) {
      for (let after = 0; ; ) {
        const rows = writer.rowsWithCode(code, after, rowsAtOnce)
        const last = rows.at(-1)
        if (last === undefined) break
        after = last.pos
        const changed = rows.map((row) => {
          const faults = sheet.findingsOf(row.pos).filter((fault) => fault.code === code)
          const wanted = faults.map((fault) => fault.column).filter((name) => column === null || name === column)
          const cells = row.cells.map((cell, at) =>
            wanted.includes(known.headers[at] ?? '') ? fixCell(rule, cell) : cell,
          )
          return { ...row, cells }
        })
        writer.updateRows(await check(changed, known))
        await pause()
      }
      progress(await outcome(known))
    }
    return finish(known)
  }

  return {
    run(task, progress) {
      if (task.kind === 'load') return load(task, progress)
      if (task.kind === 'recheck') return recheck(task, progress)
      if (task.kind === 'correct') return correct(task)
      return fix(task, progress)
    },
  }
}

/** What a header line is known by among the remembered maps. */
export function headerHash(headers: readonly string[]): string {
  return hash('sha256', headerKey(headers))
}

function isHopeless(facts: SheetFacts): boolean {
  return failuresOf(facts).some(({ code }) => code !== 'header.duplicate')
}

function emptyFacts(rules: CheckRules, fatal?: Finding): SheetFacts {
  const map = { headers: [], headerRow: 1, columns: [], answered: false }
  return { encoding: '', delimiter: '', bytesTotal: 0, ...map, fatal: fatal === undefined ? [] : [fatal], rules }
}

function compareRules({ rules, columns }: SheetFacts) {
  return {
    keep: rules.duplicates,
    recipientColumn: columns.find(({ field }) => recipientFields.includes(field))?.header ?? '',
    idColumn: headerFor(columns, 'id'),
    countQuantity: rules.fungibility === 'non-fungible',
  }
}

function headerFor(columns: readonly ColumnMapping[], field: ColumnMapping['field']): string {
  return columns.find((column) => column.field === field)?.header ?? ''
}

function fits(columns: readonly ColumnMapping[], headers: readonly string[]): boolean {
  return columns.length === headers.length && columns.every(({ header }, at) => header === headers[at])
}

/** How many mints a row is: each copy of a non-fungible one, or one with a balance. */
export function copiesOf(row: Pick<SheetRow, 'quantity'>, rules: Pick<CheckRules, 'fungibility'>): number {
  return rules.fungibility === 'non-fungible' ? row.quantity : 1
}

function repeatFinding(row: SheetRow, copies: readonly number[], column: string, rules: CheckRules): Finding {
  const all = copies.length === copiesOf(row, rules)
  const what = all
    ? 'This row was minted into this collection before'
    : `${copies.length} of the ${row.quantity} NFTs of this row were minted into this collection before`
  const then = rules.again
    ? 'and is minted again, as you chose.'
    : 'and skipped: choose "mint again" (--again on the command line) if it is meant.'
  return findingOf(row.row, column, 'file.repeat', `${what} ${then}`)
}

/** A row as it is kept: a cell beyond the limit, which has its finding by now, is cut, so that no page of rows grows large. */
function shortened<Row extends { cells: readonly string[] }>(row: Row): Row {
  if (row.cells.every((cell) => cell.length <= maxCellLength)) return row
  return {
    ...row,
    cells: row.cells.map((cell) => (cell.length > maxCellLength ? cell.slice(0, maxCellLength + 1) : cell)),
  }
}

function runawayFinding(row: number): Finding {
  const message = `Row ${row} never ends: a quotation mark in it is not closed. Close it, or save the file again as CSV.`
  return findingOf(row, '', 'file.size', message)
}

function tooManyRows(): Finding {
  const message = `The file has more than ${maxRows.toLocaleString('en')} rows: split it into several.`
  return findingOf(1, '', 'file.size', message)
}

function unique(buffers: readonly Buffer[]): Buffer[] {
  return [...new Map(buffers.map((buffer) => [buffer.toString('hex'), buffer])).values()]
}

/** When to tell next: counting takes longer the more rows there are, and must stay a small part of the work. */
function nextTelling(began: number): number {
  const now = Date.now()
  return now + Math.max(250, 20 * (now - began))
}

/** Lets messages of the worker's port through between two chunks. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
