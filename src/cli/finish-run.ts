/** Follows a run to its end, and reports the outcome. */
import { createWriteStream } from 'node:fs'
import { access, constants, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Run } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { count, counted } from '../shared/format.ts'
import { formatOf } from '../shared/spreadsheet/sheet-file.ts'
import type { Connection } from './connect.ts'
import type { Context } from './context.ts'
import { CommandError, type ExitCode, exitCodes } from './failure.ts'
import { type Followed, followRun } from './follow-run.ts'
import { failureTable, summaryLines, summaryOf } from './run-text.ts'
import type { Typed } from './typed.ts'

/** Ours: failed rows that fit on a screen; the results file lists all. */
const shownFailures = 20

export interface RunWork {
  run: Run
  /** Rows of the file, and how many of them were left out; undefined if the file is not available. */
  rows?: number
  skipped?: number
  /** The path of the results file to write. */
  results: string | undefined
}

/**
 * Shows a run's progress to its end, then the summary and the failed rows, and writes the results file.
 * @returns 0 if all was minted, 3 if some was not, 130 if the run can be resumed
 */
export async function finishRun(
  context: Context,
  { api, connection }: { api: AppClient; connection: Connection },
  { run: first, rows = first.counts.total, skipped = 0, results }: RunWork,
): Promise<ExitCode> {
  const { terminal, stop } = context
  const began = performance.now()
  const { run, how } = await followRun(api, first, terminal, stop)
  const seconds = (performance.now() - began) / 1_000
  const state = how === 'ended' || how === 'paused' ? run.state : 'interrupted'
  const summary = summaryOf(run, { rows, skipped, seconds, state })
  if (how !== 'ended') {
    terminal.result(summary, [])
    for (const line of interruptedLines(context, connection, run, how)) terminal.say(line)
    return exitCodes.interrupted
  }
  if (results !== undefined) await writeResults(api, run.id, results)
  const lines = summaryLines(run, seconds, terminal.columns)
  if (results !== undefined) lines.push(`The results are in ${results}.`)
  terminal.say()
  terminal.result(summary, lines)
  if (terminal.json) for (const line of lines) terminal.say(line)
  if (run.counts.failed > 0) await showFailures(context, api, run)
  return run.counts.succeeded === run.counts.total ? exitCodes.done : exitCodes.someFailed
}

async function showFailures({ terminal, typed }: Context, api: AppClient, run: Run): Promise<void> {
  const { total, rows } = await api.runRows(run.id, { state: 'failed', limit: shownFailures })
  terminal.say()
  terminal.say(`${counted(total, 'NFT')} could not be minted; the others are not touched by that.`)
  terminal.say()
  for (const line of failureTable(rows, total, terminal.columns)) terminal.say(line)
  terminal.say()
  terminal.say('Put the rows right and mint the file again: only what is not minted yet is minted then.')
  terminal.say(`Or correct one here: ${typed(`runs correct ${run.id} <row> --recipient …`)}`)
  terminal.say(retryLine(run, typed))
  terminal.say(`All results: ${typed(`runs results ${run.id} <file>`)}`)
}

/** The hint how to retry the failed NFTs unchanged. */
export function retryLine(run: Run, typed: Typed): string {
  return `Try what failed again as it is: ${typed(`runs retry ${run.id}`)}`
}

function interruptedLines(
  { typed }: Context,
  connection: Connection,
  run: Run,
  how: Exclude<Followed['how'], 'ended'>,
): string[] {
  const far = `${count(run.counts.succeeded)} of ${counted(run.counts.total, 'NFT')} ${run.counts.succeeded === 1 ? 'is' : 'are'} minted`
  const goOn = `Go on with: ${typed(`runs resume ${run.id}`)}`
  if (how === 'paused') return [`Paused: ${far}.`, goOn]
  if (how === 'lost')
    return [`Mintdesk at ${connection.url} does not answer any more: ${far}, and what it sent is in the journal.`, goOn]
  if (connection.own)
    return [`Interrupted: ${far}. What was sent is in the journal: nothing is lost, and nothing is minted twice.`, goOn]
  return [
    `Not watched any more: ${far}, and the Mintdesk at ${connection.url} goes on with it.`,
    `Watch it with: ${typed(`runs resume ${run.id}`)}`,
    `Stop it with:  ${typed(`runs pause ${run.id}`)}`,
  ]
}

/** Checks before anything is minted. @throws CommandError if the file cannot be written. */
export async function requireWritable(file: string, source?: string): Promise<void> {
  if (source !== undefined && resolve(file) === resolve(source))
    throw new CommandError('results.same', `The file ${file} is the one to be minted: choose another for the output.`)
  const folder = dirname(resolve(file))
  const found = await stat(file).catch(() => undefined)
  const usable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (usable && (found === undefined || found.isFile())) return
  throw new CommandError(
    'results.unwritable',
    `The file ${file} cannot be written: choose another, in a folder that exists and that you may write to.`,
  )
}

/** Writes the results file, a workbook if its name ends in .xlsx, completely or not at all. */
export async function writeResults(api: AppClient, runId: string, file: string): Promise<void> {
  await writeWhole(await api.results(runId, { format: formatOf(file) }), file)
}

/** Writes a response's body into a file, completely or not at all. */
export async function writeWhole({ body }: Pick<Response, 'body'>, file: string): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(body ?? []), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
