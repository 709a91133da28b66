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
  /** Which of these addresses of a chain are contracts; rejects when the project's network does not answer. */
  contractsAmong(projectId: string, chain: ChainName, addresses: string[]): Promise<string[]>
  /** What names stand for on a project's network; rejects when it does not answer. */
  namesOn(projectId: string, chain: ChainName, names: string[]): Promise<NameAnswer[]>
}

/** What is done to imports: to each one thing after the other. */
export function importChanges({ pool, records, sheetFile, contractsAmong, namesOn }: ChangesDeps) {
  /** The last thing that is being done, or waits to be, of each import. */
  const turns = new Map<string, Promise<void>>()
  /** Grows with each change of the rows of each: when it begins and when it ends, since who reads them meanwhile may read those before. */
  const versions = new Map<string, number>()
  const versionOf = (id: string): number => versions.get(id) ?? 0
  const raiseVersion = (id: string): void => void versions.set(id, versionOf(id) + 1)

  /** Runs a task on an import's rows and keeps what comes of it. */
  async function work(row: ImportRecord, task: Task): Promise<ImportRecord> {
    const before = { state: row.state, outcome: row.parsed.outcome }
    const isCorrection = task.kind === 'correct' || task.kind === 'cure' || task.kind === 'undo'
    records.begin(row)
    // A correction of one cell is over before anyone could read that it was under way.
    const isSingle = task.kind === 'correct' || (task.kind === 'undo' && before.outcome.lastCorrection?.cells === 1)
    // What leaves the rows as they are: nobody waits for it.
    const isRemark = task.kind === 'identify' || task.kind === 'links'
    if (!isRemark) raiseVersion(row.id)
    if (!isSingle && !isRemark) row.state = 'checking'
    const progress = (outcome: Outcome) => {
      row.parsed.outcome = outcome
      records.tell(row)
    }
    try {
      // Of rows that a core leaves half checked again, nobody mints: the next core marks the import as broken off.
      if (task.kind === 'recheck') await records.save(row)
      row.parsed.outcome = await pool.run(sheetFile(row.id), task, {
        progress,
        contracts: (chain, addresses) => contractsAmong(row.project_id, chain, addresses),
        names: (chain, names) => namesOn(row.project_id, chain, names),
      })
      // The other rows were not looked at.
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
   * Does something to an import after what is being done to it; while a whole file is checked, that is refused.
   * @param then what else belongs to it, once its rows are done
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

  /** Does something with an import while nobody else does: after what is being done to it. */
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
    /** When what is being done to it is done. */
    done: (id: string): Promise<void> => turns.get(id) ?? Promise.resolve(),
    /** When nothing is being done to any. */
    allDone: async (): Promise<void> => void (await Promise.all(turns.values())),
  }
}

const diskFull = new CoreError(
  'disk.full',
  'The disk is full, so the file could not be checked: free some space, and give it again.',
)
