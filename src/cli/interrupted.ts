import { CommandError, exitCodes } from './failure.ts'

/**
 * Does what a person may stop. Where they did and it failed, nothing was done, unless it had been asked for by then: its own error stands then.
 * @param nothing what is said of a stop before that
 * @param work calls `asking` before it asks for anything that is done
 * @throws CommandError `interrupted`
 */
export async function unlessInterrupted<Result>(
  stop: AbortSignal,
  nothing: string,
  work: (asking: () => void) => Promise<Result>,
): Promise<Result> {
  let asked = false
  try {
    return await work(() => {
      asked = true
    })
  } catch (error) {
    if (asked || !stop.aborted) throw error
    throw new CommandError('interrupted', nothing, exitCodes.interrupted)
  }
}
