import type { Run } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { gasPrice } from '../../shared/gas-price.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { finishRun, requireWritable, retryLine, writeResults } from '../finish-run.ts'
import { isOver } from '../follow-run.ts'
import { isBeginningOf, tooShortToName } from '../id-beginning.ts'
import { ceilingOf } from '../mint-price.ts'
import { failureTable, ownSeconds, runJson, runLines, runTable, summaryOf } from '../run-text.ts'

/** How many failed rows are shown to a person, and to a program. */
const shownFailures = { person: 20, program: 500 }

/** Characters of a run's id (`runIdOf`). */
const runIdLength = 32

export async function listRuns(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const runs = await api.runs()
    const none = [`There are no runs yet: make one with ${typed('mint <file>')}.`]
    terminal.result({ runs: runs.map(runJson) }, runs.length === 0 ? none : runTable(runs, terminal.columns))
    return exitCodes.done
  })
}

export async function showRun(context: Context, id: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const run = await runNamed(api, id)
    const limit = terminal.json ? shownFailures.program : shownFailures.person
    const failed = await api.runRows(run.id, { state: 'failed', limit })
    const object = { ...runJson(run), transactionList: await api.runTransactions(run.id), failedRows: failed.rows }
    const failures = failed.total === 0 ? [] : ['', ...failureTable(failed.rows, failed.total, terminal.columns)]
    terminal.result(object, [...runLines(run, context), ...failures])
    return exitCodes.done
  })
}

/** Resumes a run, and follows it to its end: if no other core runs, only this command's core works on it. */
export async function resumeRun(context: Context, id: string): Promise<ExitCode> {
  return withApi(context, async (api, connection) => {
    const found = await runNamed(api, id)
    if (isOver(found)) return await tellEnded(context, api, found)
    const run = found.state === 'paused' ? await api.orderRun(found.id, 'resume') : found
    return await finishRun(context, { api, connection }, { run, results: undefined })
  })
}

/** Retries the failed NFTs of a run, and follows the run to its end. */
export async function retryRun(context: Context, id: string): Promise<ExitCode> {
  return withApi(context, async (api, connection) => {
    const run = await api.orderRun((await runNamed(api, id)).id, 'retry')
    return await finishRun(context, { api, connection }, { run, results: undefined })
  })
}

/** For a run that has ended, and has nothing to resume: shows its outcome. */
async function tellEnded(context: Context, api: AppClient, run: Run): Promise<ExitCode> {
  const { terminal, typed } = context
  const { total, succeeded, failed } = run.counts
  const summary = summaryOf(run, { rows: total, skipped: 0, seconds: ownSeconds(run), state: run.state })
  const said = `This run has ended already${run.state === 'cancelled' ? ': it was cancelled' : ''}.`
  const rows = failed === 0 ? [] : (await api.runRows(run.id, { state: 'failed', limit: shownFailures.person })).rows
  const failures = failed === 0 ? [] : ['', ...failureTable(rows, failed, terminal.columns), '', retryLine(run, typed)]
  const lines = [said, ...runLines(run, context), ...failures]
  terminal.result(summary, lines)
  if (terminal.json) terminal.say(said)
  return succeeded === total ? exitCodes.done : exitCodes.someFailed
}

/** Changes the fee ceiling of a run. */
export async function setRun(context: Context, id: string, { maxFee }: { maxFee: string }): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const named = await runNamed(api, id)
    const feeCeiling = maxFee === 'none' ? null : ceilingOf(named.chain, maxFee)
    const run = await api.changeRun(named.id, { feeCeiling })
    const said =
      run.completedAt !== null
        ? 'This run has ended: its fee ceiling holds for what is tried again of it.'
        : feeCeiling === null
          ? 'It pays whatever the network asks.'
          : `It pays at most ${gasPrice(run.chain, feeCeiling)} for a unit of gas, and waits while more is asked.`
    terminal.result(runJson(run), [said, ...runLines(run, context)])
    return exitCodes.done
  })
}

export async function orderRun(context: Context, order: 'pause' | 'cancel', id: string): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const run = await api.orderRun((await runNamed(api, id)).id, order)
    const said =
      order === 'pause'
        ? [
            'Paused: nothing more is sent; what is under way is settled.',
            `Go on with: ${typed(`runs resume ${run.id}`)}`,
          ]
        : ['Cancelled: what was not sent is given up; what was sent is settled.']
    terminal.result(runJson(run), [...said, ...runLines(run, context)])
    return exitCodes.done
  })
}

export async function saveResults(context: Context, id: string, file: string): Promise<ExitCode> {
  await requireWritable(file)
  return withApi(context, async (api) => {
    const run = await runNamed(api, id)
    await writeResults(api, run.id, file)
    context.terminal.result({ run: run.id, file }, [`The results of ${run.name} are in ${file}.`])
    return exitCodes.done
  })
}

/** A run by its id, or by an unambiguous prefix of it. */
export async function runNamed(api: Pick<AppClient, 'runs' | 'runOf'>, id: string): Promise<Run> {
  // A full id finds a run of any age; the list holds only the newest runs.
  if (id.length === runIdLength) return api.runOf(id)
  const [run, other] = (await api.runs()).filter((one) => isBeginningOf(one.id, id))
  if (run !== undefined && other === undefined) return run
  throw new CommandError(
    'run.notFound',
    run === undefined
      ? `There is no run ${JSON.stringify(id)}: see which there are with "runs list"${tooShortToName(id)}.`
      : `More than one run begins with ${JSON.stringify(id)}: give more of its id.`,
  )
}
