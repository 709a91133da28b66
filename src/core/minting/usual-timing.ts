import type { EngineDeps } from './deps.ts'

/**
 * Ours, ms: how long mints of the API wait for others, how often an open signer queue observes its chain, and how long it waits for an upload before
 * it observes again.
 */
export const usualTiming = { groupMs: 300, pollMs: 100, publishMs: 1_000 } satisfies EngineDeps['timing'] & {
  publishMs: number
}
