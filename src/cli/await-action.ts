import { setTimeout } from 'node:timers/promises'
import type { ActionAnswer } from '../shared/api-schemas/actions.ts'
import type { AppClient } from '../shared/app-client.ts'
import type { Context } from './context.ts'
import { CommandError, exitCodes } from './failure.ts'

/** Ours: polling interval, ms. */
const lookEvery = 300

/**
 * Waits until an accepted action has ended, or the person stops waiting.
 * @returns the action, which succeeded
 * @throws CommandError with its reason when it failed; `interrupted` when the person stopped waiting
 */
export async function endOfAction(
  { stop }: Pick<Context, 'stop'>,
  api: Pick<AppClient, 'action'>,
  id: string,
): Promise<ActionAnswer> {
  for (;;) {
    const action = await api.action(id)
    if (action.status === 'succeeded') return action
    if (action.status === 'failed')
      throw new CommandError(action.data.error?.code ?? 'action.failed', action.data.error?.message ?? 'It failed.')
    await setTimeout(lookEvery, undefined, { signal: stop }).catch((error: unknown) => {
      if (!stop.aborted) throw error
      throw new CommandError(
        'interrupted',
        `You stopped waiting, but the action ${id} was accepted: it is done while Mintdesk runs, now or later.`,
        exitCodes.interrupted,
      )
    })
  }
}
