import { CommandError, exitCodes } from './failure.ts'

/**
 * Does work that the person may stop. A failure after a stop becomes `interrupted` if `asking` was not called, since nothing was done
 * then; else it keeps its own error.
 * @param nothing the sentence of `interrupted`
 * @param work must call `asking` before its first request that changes something
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
