import type { ColumnMapping } from '../../shared/app-api.ts'
import { sampleRows } from '../../shared/spreadsheet/column-values.ts'
import { withOtherColumns } from '../../shared/spreadsheet/guess-columns.ts'
import { CoreError } from '../lib/errors.ts'
import type { SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { comparedNow } from '../store/journal/contents/compared.ts'
import type { Store } from '../store/sqlite/open.ts'
import { mapFits, otherColumnsOf } from './column-maps.ts'
import { type AskContracts, type ContractLookup, contractLookup } from './contract-lookup.ts'
import { corrections } from './corrections.ts'
import { answeredMap, wholeMap } from './hidden.ts'
import { emptyFacts, type LoadRowsDeps, loadRows } from './load-rows.ts'
import { countFiles, type MediaFolder, openMediaFolder } from './media.ts'
import { type AskNames, type NameLookup, nameLookup } from './name-lookup.ts'
import { inOrder, nowAndThen, pause, piecesAhead, rowsAtOnce } from './pace.ts'
import type { CheckRules, LoadTask, Outcome, SheetFacts, Task } from './protocol.ts'
import { identifyNfts } from './ready/ready-mints.ts'
import { remarksOf } from './remarks.ts'
import type { RawRow } from './row-check/check-each.ts'
import { beginRows, checkEachHere, failuresOf } from './row-check/check-rows.ts'
import { comparisons } from './row-check/compare-rows.ts'
import { onlyComparesAnew } from './row-check/compares-anew.ts'
import { withCoveredNoted } from './row-check/covered.ts'
import { openRowCheckThread, type RowCheckThread } from './row-check/row-check-thread.ts'
import { withSheetFile } from './source/read-file.ts'
import type { AskedSheet } from './source/sheet-source.ts'
import type { Standing } from './tally.ts'

/** Files of more bytes than this have their rows checked in a thread of their own: about 5,000 rows. */
const largeFile = 1024 ** 2

export interface Checker {
  /** Does a task and returns the outcome; `progress` gets the outcome so far meanwhile. */
  run(task: Task, progress: (outcome: Outcome) => void): Promise<Outcome>
}

/**
 * Does the work of an import: reads its file into its sheet, checks rows, corrects cells. It keeps everything in the sheet,
 * so another checker can continue.
 *
 * @param store the journal's database, only read.
 * @param ask which recipients are contracts, and what names stand for.
 * @param files paths beside the workbook: the file for shared texts, the folder of media, and the programs of the reading and row-checking threads.
 */
export function createChecker(
  sheet: Sheet,
  store: Store,
  ask: { contracts: AskContracts; names: AskNames },
  files: Pick<AskedSheet, 'stringsFile' | 'readerFile'> & { rowChecker: string; mediaDir: string },
): Checker {
  const writer = sheet.writer()
  const compare = comparisons(store, writer)
  let contracts: ContractLookup | undefined
  let names: NameLookup | undefined
  /** Open while a large file is checked. */
  let thread: RowCheckThread | undefined
  let media: MediaFolder | undefined

  function mediaOf(rules: CheckRules): MediaFolder | undefined {
    if (rules.hasMedia) media ??= openMediaFolder(files.mediaDir)
    return rules.hasMedia ? media : undefined
  }

  function facts(): SheetFacts {
    const kept = sheet.meta('facts')
    if (kept === undefined) throw new Error('The import has no sheet: its file was never read.')
    return kept as SheetFacts
  }

  async function begin(rows: readonly RawRow[], facts: SheetFacts) {
    contracts ??= contractLookup(facts.rules.chain, ask.contracts)
    names ??= nameLookup(facts.rules.chain, ask.names, { ...writer, knownName: sheet.knownName })
    if (facts.bytesTotal > largeFile && rows.length === rowsAtOnce) thread ??= openRowCheckThread(files.rowChecker)
    const checkEach = thread?.check ?? checkEachHere
    const media = mediaOf(facts.rules)
    return beginRows(rows, facts, { media, contracts, names, knownName: sheet.knownName, checkEach })
  }

  async function check(rows: readonly RawRow[], facts: SheetFacts) {
    return (await begin(rows, facts))()
  }

  function lastCorrection(): Outcome['lastCorrection'] {
    const last = writer.lastCorrection()
    if (last === undefined) return null
    const { column, row, rule, cells, at } = last
    return { column, row, rule, cells, at }
  }

  async function outcome(
    known: SheetFacts,
    bytesRead = known.bytesTotal,
    counted: Standing = { counts: writer.counts(), codes: writer.codes() },
  ): Promise<Outcome> {
    const { encoding, delimiter, sheets, sheet: name, headers, columns, bytesTotal } = known
    const failures = failuresOf(known)
    const file = { encoding, delimiter, sheets, sheet: name, remarks: remarksOf(known) }
    const mediaFiles = await countFiles(known.rules.hasMedia ? files.mediaDir : null)
    const standing = { ...counted, lastCorrection: lastCorrection() }
    return { ...file, bytesRead, bytesTotal, headers, columns, ...standing, failures, mediaFiles, notice: notice() }
  }

  /** What could not be looked up. */
  function notice(): string | undefined {
    return names?.notice() ?? contracts?.notice()
  }

  async function finish(known: SheetFacts): Promise<Outcome> {
    // `each`: every row was checked by itself, and every lookup about it was answered.
    if (notice() === undefined) writer.setMeta('each', true)
    writer.setMeta('comparedUpTo', await comparedNow(store, known.rules.collectionPk))
    writer.createIndices()
    writer.setFileFindings([...failuresOf(known), ...remarksOf(known)])
    await compare.all(known)
    compare.withSupply(known)
    await identifyNfts(sheet, writer)
    return outcome(known)
  }

  async function load(task: LoadTask, progress: (outcome: Outcome) => void): Promise<Outcome> {
    media = undefined
    writer.setMeta('identity', null)
    writer.forgetCorrections()
    writer.setMeta('each', false)
    writer.clear()
    return withSheetFile(task.file, { sheet: task.sheet, ...files }, async (file) => {
      if ('fault' in file) {
        const known = { ...emptyFacts(task.rules, file.fault), ...file.facts }
        writer.setMeta('facts', known)
        return finish(known)
      }
      const tell: LoadRowsDeps['tell'] = async (...so) => progress(await outcome(...so))
      const known = await loadRows(file, task, { store, writer, mediaDir: files.mediaDir, begin, tell })
      return finish(await withCoveredNoted(known, { sheet, writer, check }))
    })
  }

  async function recheck(
    { rules, columns }: Extract<Task, { kind: 'recheck' }>,
    progress: (outcome: Outcome) => void,
  ): Promise<Outcome> {
    const before = facts()
    if (columns !== null && !mapFits(columns, before.headers))
      throw new CoreError('import.columns', 'The column map is of another file: give one entry per column, in order.')
    const map = answeredMap(before, rules, otherwise(before, rules), columns)
    const known = { ...before, rules, ...map, answered: before.answered || columns !== null }
    media = undefined
    writer.setMeta('identity', null)
    writer.forgetCorrections()
    if (sheet.meta('each') === true && onlyComparesAnew(before, known)) {
      writer.setMeta('facts', known)
      // Links are tried again after every check.
      writer.markLinks([], true)
      return finish(known)
    }
    writer.forgetNames()
    writer.setMeta('each', false)
    writer.setMeta('facts', known)
    const tellNow = nowAndThen(async () => progress(await outcome(known)))
    writer.dropIndices()
    const checks = inOrder(piecesAhead, writer.updateRows)
    for (let after = 0; ; ) {
      const rows = sheet.rowsAfter(after, rowsAtOnce)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.pos
      await checks.add(await begin(rows, known))
      await pause()
      await tellNow()
    }
    await checks.drain()
    return finish(known)
  }

  /** The map where the person changed only the rules: other columns become traits, or not, as the rules say. */
  function otherwise(before: SheetFacts, rules: CheckRules): ColumnMapping[] {
    const other = otherColumnsOf(rules)
    const whole = wholeMap(before)
    if (JSON.stringify(other) === JSON.stringify(otherColumnsOf(before.rules))) return whole
    const first = sheet.rowsAfter(0, sampleRows)
    return withOtherColumns(
      whole,
      other,
      first.map(({ cells }) => cells),
    )
  }

  /** Checks changed rows again, and compares again all rows that they relate to now or related to before. */
  async function change(rows: readonly SheetRow[], known: SheetFacts): Promise<void> {
    const keys = () => rows.map(({ pos }) => writer.keysOf(pos))
    const before = keys()
    writer.updateRows(await check(rows, known))
    await compare.related([...before, ...keys()], known)
  }

  /** Carries out a correction and returns the outcome. */
  async function corrected(
    task: Extract<Task, { kind: 'correct' | 'cure' | 'undo' }>,
    progress: (outcome: Outcome) => void,
  ): Promise<Outcome> {
    const known = facts()
    const tellNow = nowAndThen(async () => progress(await outcome(known)))
    const tell = () => tellNow()
    writer.setMeta('identity', null)
    const work = corrections({ sheet, writer, check, change, compareAll: compare.all, tell })
    if (task.kind === 'correct') await work.correct(task, known)
    else if (task.kind === 'cure') await work.cure(task, known)
    else await work.undo(task, known)
    if (notice() !== undefined) writer.setMeta('each', false)
    compare.withSupply(known)
    return outcome(known)
  }

  async function work(task: Task, progress: (outcome: Outcome) => void): Promise<Outcome> {
    if (task.kind === 'identify') {
      // After a correction, the NFTs are identified only when somebody asks for them.
      await identifyNfts(sheet, writer)
      return outcome(facts())
    }
    if (task.kind === 'links') {
      writer.markLinks(task.found, task.fresh)
      return outcome(facts())
    }
    if (task.kind === 'load') return load(task, progress)
    if (task.kind === 'recheck') return recheck(task, progress)
    return corrected(task, progress)
  }

  return {
    async run(task, progress) {
      try {
        return await work(task, progress)
      } finally {
        await thread?.close()
        thread = undefined
      }
    },
  }
}
