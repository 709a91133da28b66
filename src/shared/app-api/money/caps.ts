import { z } from 'zod'
import { money } from '../units.ts'

/** `run`: limits each run; `day`: each day (UTC); `project`: all that the project ever spends on the network. */
export const capKind = z.enum(['run', 'day', 'project'])

/** A spending cap that a price exceeds. */
export const capAhead = z.object({
  kind: capKind,
  limit: money,
  /** What is left of the cap for this run after what other runs still need. */
  left: money,
  /** Whether the expected fee exceeds `left`; false: only the high fee does. */
  sure: z.boolean(),
  /** A sentence for a person. */
  text: z.string(),
})

/** What a project may spend on a chain (null: no cap), and what counts towards the caps. */
export const spendingCaps = z.object({
  chain: z.string(),
  chainLabel: z.string(),
  perRun: money.nullable(),
  perDay: money.nullable(),
  inAll: money.nullable(),
  /** Today (UTC) and in all; signed transactions that are not settled count at their maximum. */
  spentToday: money,
  spent: money,
})
export type SpendingCaps = z.infer<typeof spendingCaps>

/** `GET /app/caps` → the caps of every chain that the project uses or has caps on. For persons, never for API keys. */
export const spendingCapsList = z.array(spendingCaps)

const coin = z.string().max(80).nullable().optional()
/** `PUT /app/caps/{chain}` → `SpendingCaps`. In coins: `"0.5"`; null removes a cap, an absent one stays. */
export const capsRequest = z.object({ perRun: coin, perDay: coin, inAll: coin })
