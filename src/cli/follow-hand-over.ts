/** Follows a hand-over to its end, and reports the outcome. */
import type { HandOver } from '../shared/app-api.ts'
import type { AppClient } from '../shared/app-client.ts'
import { counted } from '../shared/format.ts'
import { CallError } from '../shared/http-client.ts'
import type { Context } from './context.ts'
import { type ExitCode, exitCodes } from './failure.ts'
import { writeWhole } from './finish-run.ts'
import { rest } from './follow-run.ts'
import { failureTable, summaryLines } from './hand-over-text.ts'
import { openProgress, pace } from './progress.ts'

/** Ours, ms: as for runs. */
const looks = { first: 150, later: 500, laterAfter: 60_000 }
/** Ours: failures that fit on a screen; the results file lists all. */
const shownFailures = 20

/** Waits until the core has looked up what the people hold. */
export async function followCheck({ terminal, stop }: Context, api: AppClient, first: HandOver): Promise<HandOver> {
  const progress = await openProgress(terminal, 'people looked up')
  let handOver = first
  let lastNotice: string | null = null
  try {
    while (handOver.state === 'checking') {
      const { total, unseen } = handOver.rows
      progress.show({ done: total - unseen, total, note: '' })
      if (handOver.notice !== null && handOver.notice !== lastNotice) terminal.note(`Waiting: ${handOver.notice}`)
      lastNotice = handOver.notice
      stop.throwIfAborted()
      await rest(looks.first, stop)
      handOver = await api.handOverOf(handOver.id, stop)
    }
    return handOver
  } finally {
    progress.end()
  }
}

/**
 * Shows a hand-over's progress to its end, then the outcome.
 * @returns 0 if all was moved, 3 if some was not, 130 if the hand-over can be resumed
 */
export async function finishHandOver(
  context: Context,
  api: AppClient,
  first: HandOver,
  results: string | undefined,
): Promise<ExitCode> {
  const { terminal, typed } = context
  const { handOver, how } = await follow(context, api, first)
  if (how !== 'ended') {
    const far = `${handOver.nfts.succeeded} of ${counted(handOver.nfts.total, 'NFT')} ${handOver.nfts.succeeded === 1 ? 'is' : 'are'} moved`
    const what =
      how === 'paused' ? 'Paused' : how === 'lost' ? 'Mintdesk does not answer any more' : 'Not watched any more'
    terminal.result({ handOver }, [])
    terminal.say(`${what}: ${far}. What was sent is in the journal: nothing is lost, and nothing moves twice.`)
    terminal.say(`Go on with: ${typed(`hand-overs resume ${handOver.id}`)}`)
    return exitCodes.interrupted
  }
  if (results !== undefined) await writeHandOverResults(api, handOver.id, results)
  const lines = summaryLines(handOver, terminal.columns)
  if (results !== undefined) lines.push(`The results are in ${results}.`)
  terminal.say()
  terminal.result({ handOver }, lines)
  if (terminal.json) for (const line of lines) terminal.say(line)
  const { failed, succeeded, total } = handOver.nfts
  if (failed > 0) {
    const nfts = await api.handedNfts(handOver.id, { state: 'failed', limit: shownFailures })
    terminal.say()
    for (const line of failureTable(nfts, terminal.columns)) terminal.say(line)
    // A cancelled one cannot be tried again.
    if (handOver.state === 'finished')
      terminal.say(`Try what failed again: ${typed(`hand-overs retry ${handOver.id}`)}`)
    terminal.say(`All results: ${typed(`hand-overs results ${handOver.id} <file>`)}`)
  }
  return succeeded === total ? exitCodes.done : exitCodes.someFailed
}

async function follow(
  { terminal, stop }: Context,
  api: AppClient,
  first: HandOver,
): Promise<{ handOver: HandOver; how: 'ended' | 'paused' | 'interrupted' | 'lost' }> {
  let progress = await openProgress(terminal, 'moved')
  const began = performance.now()
  let handOver = first
  let lastNotice: string | null = null
  try {
    for (;;) {
      const { nfts, rate, secondsLeft, state, notice, completedAt } = handOver
      const failures = nfts.failed > 0 ? `${nfts.failed} failed` : ''
      const note = [failures, pace(rate, secondsLeft)].filter((part) => part !== '').join(', ')
      progress.show({ done: nfts.succeeded + nfts.failed + nfts.cancelled, total: nfts.total, note })
      if (notice !== null && notice !== lastNotice) {
        // The notice goes below the bar; the bar continues in a new line.
        progress.end()
        terminal.note(state === 'running' ? notice : `Waiting: ${notice}`)
        progress = await openProgress(terminal, 'moved')
      }
      lastNotice = notice
      if (completedAt !== null) return { handOver, how: 'ended' }
      if (state === 'paused') return { handOver, how: 'paused' }
      if (stop.aborted) return { handOver, how: 'interrupted' }
      await rest(performance.now() - began < looks.laterAfter ? looks.first : looks.later, stop)
      handOver = await api.handOverOf(handOver.id)
    }
  } catch (error) {
    if (error instanceof CallError && error.code === 'core.unreachable') return { handOver, how: 'lost' }
    throw error
  } finally {
    progress.end()
  }
}

/** Writes the results file, completely or not at all. */
export async function writeHandOverResults(api: AppClient, id: string, file: string): Promise<void> {
  await writeWhole(await api.handOverResults(id), file)
}
