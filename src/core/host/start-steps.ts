import type { Logger } from 'pino'

/** A step of a start. */
export interface StartStep {
  /** What it takes up, as the log tells of it. */
  of: string
  take(): unknown
}

/** Takes steps of a start in order. One that fails is logged, and holds up none of those behind it: what they take up would wait for the next start. */
export async function takeSteps(steps: readonly StartStep[], log: Pick<Logger, 'error'>): Promise<void> {
  for (const { of, take } of steps)
    try {
      await take()
    } catch (error) {
      log.error({ err: error }, `${of} could not be taken up`)
    }
}
