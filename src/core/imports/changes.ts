import type { ChainName } from '../../shared/chains.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { NameAnswer } from '../chains/family/names.ts'
import { CoreError } from '../lib/errors.ts'
import type { Outcome, Task } from './protocol.ts'
import type { ImportRecord, openRecords } from './records.ts'
import type { createWorkerPool } from './worker-pool.ts'

export interface ChangesDeps {
  pool: ReturnType<typeof createWorkerPool>
  records: ReturnType<typeof openRecords>
  /** The file that holds an import's rows. */
  sheetFile(id: string): string
  /** Returns which of these addresses of a chain are contracts; rejects when the project's network does not answer. */
  contractsAmong(projectId: string, chain: ChainName, addresses: string[]): Promise<string[]>
  /** Returns what names stand for on a project's network; rejects when the network does not answer. */
  namesOn(projectId: string, chain: ChainName, names: string[]): Promise<NameAnswer[]>
}

/** Carries out the changes of imports; each import has one change at a time. */
export function importChanges({ pool, records, sheetFile, contractsAmong, namesOn }: ChangesDeps) {
  /** Per import, the end of the change that runs or waits last. */
  const turns = new Map<string, Promise<void>>()
  /** Per import, a number that grows when a change of its rows begins and again when it ends: a read in between may see the rows before it. */
  const versions = new Map<string, number>()
  const versionOf = (id: string): number => versions.get(id) ?? 0
  const raiseVersion = (id: string): void => void versions.set(id, versionOf(id) + 1)

  /** Runs a task on an import's rows and saves the outcome. */
  async function work(row: ImportRecord, task: Task): Promise<ImportRecord> {
    const before = { state: row.state, outcome: row.parsed.outcome }
    const isCorrection = task.kind === 'correct' || task.kind === 'cure' || task.kind === 'undo'
    records.begin(row)
    // The correction of one cell ends before anybody could read that it is under way.
    const isSingle = task.kind === 'correct' || (task.kind === 'undo' && before.outcome.lastCorrection?.cells === 1)
    // These tasks leave the rows as they are, so nobody has to wait for them.
    const isRemark = task.kind === 'identify' || task.kind === 'links'
    if (!isRemark) raiseVersion(row.id)
    if (!isSingle && !isRemark) row.state = 'checking'
    const progress = (outcome: Outcome) => {
      row.parsed.outcome = outcome
      records.tell(row)
    }
    try {
      // If the core ends here, the rows are half checked: the next core marks the import as broken off, so nobody mints them.
      if (task.kind === 'recheck') await records.save(row)
      row.parsed.outcome = await pool.run(sheetFile(row.id), task, {
        progress,
        contracts: (chain, addresses) => contractsAmong(row.project_id, chain, addresses),
        names: (chain, names) => namesOn(row.project_id, chain, names),
      })
      // The other rows were not checked, so the earlier notice holds.
      if (isCorrection || isRemark) row.parsed.outcome.notice ??= before.outcome.notice
      row.state = row.parsed.outcome.failures.length > 0 ? 'failed' : 'checked'
    } catch (error) {
      const said = error instanceof CoreError ? error : new CoreError('import.failed', String(error))
      const fault = /disk is full|ENOSPC/.test(said.message) ? diskFull : said
      // A request that was wrong in itself leaves the import as it was.
      const asked = ['import.cell', 'import.columns', 'import.undo'].includes(fault.code)
      row.state = asked ? before.state : 'failed'
      row.parsed.outcome = asked
        ? before.outcome
        : { ...row.parsed.outcome, failures: [findingOf(1, '', 'file.encoding', fault.message)] }
      if (asked) throw fault
    } finally {
      if (!isRemark) raiseVersion(row.id)
      await records.end(row)
    }
    return row
  }

  /**
   * Runs a task on an import after the changes before it; refused while a whole file is checked.
   * @param then what else belongs to the change, once its rows are done
   */
  function change(
    id: string,
    prepare: (row: ImportRecord) => Task | Promise<Task>,
    then?: (row: ImportRecord) => Promise<void>,
  ): Promise<ImportRecord> {
    return inTurn(id, async (row, work) => {
      const after = await work(await prepare(row))
      await then?.(after)
      return after
    })
  }

  /** Runs `use` after the earlier changes of an import, and keeps later ones waiting until it ends. */
  function inTurn<T>(
    id: string,
    use: (row: ImportRecord, work: (task: Task) => Promise<ImportRecord>) => Promise<T>,
  ): Promise<T> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      const row = await records.load(id)
      return await use(row, (task) => work(row, task))
    })
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    turns.set(id, over)
    over.then(() => turns.get(id) === over && turns.delete(id))
    return turn
  }

  return {
    change,
    inTurn,
    versionOf,
    /** Resolves when the changes of an import are done. */
    done: (id: string): Promise<void> => turns.get(id) ?? Promise.resolve(),
    /** Resolves when no import is being changed. */
    allDone: async (): Promise<void> => void (await Promise.all(turns.values())),
  }
}

const diskFull = new CoreError(
  'disk.full',
  'The disk is full, so the file could not be checked: free some space, and give it again.',
)
