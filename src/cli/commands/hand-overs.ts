import type { HandOver } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { requireWritable } from '../finish-run.ts'
import { finishHandOver, writeHandOverResults } from '../follow-hand-over.ts'
import { handOverTable, summaryLines } from '../hand-over-text.ts'
import { isBeginningOf, tooShortToName } from '../id-beginning.ts'

export async function listHandOvers(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const handOvers = await api.handOvers()
    context.terminal.result({ handOvers }, handOverTable(handOvers, context.terminal.columns))
    return exitCodes.done
  })
}

/** Resumes or retries a hand-over, and follows it to its end. */
export async function followHandOver(context: Context, order: 'resume' | 'retry', id: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const found = await named(api, id)
    const over = found.completedAt !== null && order === 'resume'
    return await finishHandOver(context, api, over ? found : await api.orderHandOver(found.id, order), undefined)
  })
}

export async function orderHandOver(context: Context, order: 'pause' | 'cancel', id: string): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const handOver = await api.orderHandOver((await named(api, id)).id, order)
    const said =
      order === 'pause'
        ? [
            'Paused: nothing more is sent; what is under way is settled.',
            `Go on with: ${typed(`hand-overs resume ${handOver.id}`)}`,
          ]
        : ['Cancelled: what was not sent stays where it is; what was sent is settled.']
    terminal.result({ handOver }, [...said, ...summaryLines(handOver, terminal.columns)])
    return exitCodes.done
  })
}

export async function saveHandOverResults(context: Context, id: string, file: string): Promise<ExitCode> {
  await requireWritable(file)
  return withApi(context, async (api) => {
    const handOver = await named(api, id)
    await writeHandOverResults(api, handOver.id, file)
    context.terminal.result({ handOver: handOver.id, file }, [`The results of ${handOver.name} are in ${file}.`])
    return exitCodes.done
  })
}

/** A hand-over by its id, or by an unambiguous prefix of it. */
async function named(api: AppClient, id: string): Promise<HandOver> {
  const [found, other] = (await api.handOvers()).filter((one) => isBeginningOf(one.id, id))
  if (found !== undefined && other === undefined) return found
  throw new CommandError(
    'handOver.notFound',
    found === undefined
      ? `There is no hand-over ${JSON.stringify(id)}: see which there are with "hand-overs list"${tooShortToName(id)}.`
      : `More than one hand-over begins with ${JSON.stringify(id)}: give more of its id.`,
  )
}
