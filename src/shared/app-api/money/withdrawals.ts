import { z } from 'zod'
import { money, time } from '../units.ts'

/** In coins: `"0.5"`; null: the whole balance less the fee. */
const coins = z.string().max(80).nullable()

/** `POST /app/withdrawals/check` → `withdrawalCheck`: previews a withdrawal; sends nothing. */
export const withdrawalQuestion = z.object({ chain: z.string(), to: z.string().max(200), amount: coins })
export const withdrawalCheck = z.object({
  chain: z.string(),
  chainLabel: z.string(),
  /** The address in its normal form. */
  to: z.string(),
  /** What the recipient gets. */
  amount: money,
  /** The maximum network fee; what is not needed stays in the balance. */
  fee: money,
  balance: money,
  /** The expected need of runs and hand-overs under way; `isNeeded`: the withdrawal would leave less than that. */
  reserved: money,
  isNeeded: z.boolean(),
  /** Whether the address is a contract or a program, where the coin may be lost. */
  isContract: z.boolean(),
})
export type WithdrawalCheck = z.infer<typeof withdrawalCheck>

/**
 * `POST /app/withdrawals` → `withdrawal`. For persons, never for API keys. Repeating an `id` sends nothing more, and is refused with another
 * address, amount or network. `again` is the address typed a second time; `toContract` and `anyway` confirm that the person saw `isContract`
 * and `isNeeded`. A live project with a vault needs its passphrase.
 */
export const withdrawalRequest = withdrawalQuestion.extend({
  id: z.uuid(),
  again: z.string().max(200),
  toContract: z.boolean().default(false),
  anyway: z.boolean().default(false),
  passphrase: z.string().max(1_000).optional(),
})
export type WithdrawalRequest = z.input<typeof withdrawalRequest>

/** `GET /app/withdrawals` → newest first. `DELETE /app/withdrawals/{id}` cancels one that is not signed yet. */
export const withdrawal = z.object({
  id: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  to: z.string(),
  /** The requested amount; null: all. */
  amount: money.nullable(),
  /** The amount in its transaction; null while there is none. */
  sent: money.nullable(),
  fee: money.nullable(),
  state: z.enum(['waiting', 'sent', 'succeeded', 'failed']),
  /** Why it failed, or why it waits. */
  message: z.string().nullable(),
  txId: z.string().nullable(),
  startedAt: time,
  completedAt: time.nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>
export const withdrawals = z.array(withdrawal)
