import { z } from 'zod'
import { money } from '../units.ts'

/** `run`: of each run; `day`: in a day (UTC); `project`: of all that the project ever spends on the network. */
export const capKind = z.enum(['run', 'day', 'project'])

/** A spending cap that a price goes over. */
export const capAhead = z.object({
  kind: capKind,
  limit: money,
  /** What is left of it for this run, beside what other runs still need. */
  left: money,
  /** Whether the expected fee is more than that; false: only the high one is. */
  sure: z.boolean(),
  /** A sentence for a person. */
  text: z.string(),
})

/** What a project may spend on a chain, and what counts towards it; null: not bounded. */
export const spendingCaps = z.object({
  chain: z.string(),
  chainLabel: z.string(),
  perRun: money.nullable(),
  perDay: money.nullable(),
  inAll: money.nullable(),
  /** Today (UTC) and ever, what is signed and not settled at the most that it may cost. */
  spentToday: money,
  spent: money,
})
export type SpendingCaps = z.infer<typeof spendingCaps>

/** `GET /app/caps` → those of every chain that the project uses, or has caps on. A person's, never a key's. */
export const spendingCapsList = z.array(spendingCaps)

const coin = z.string().max(80).nullable().optional()
/** `PUT /app/caps/{chain}` → `SpendingCaps`. In coins: `"0.5"`; null lifts a cap, and what is not named stays. */
export const capsRequest = z.object({ perRun: coin, perDay: coin, inAll: coin })
