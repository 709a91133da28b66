import { z } from 'zod'
import { money, time } from '../units.ts'

/** In coins: `"0.5"`; null: all that is there, less the fee. */
const coins = z.string().max(80).nullable()

/** `POST /app/withdrawals/check` → `withdrawalCheck`: what it would be. Nothing is sent. */
export const withdrawalQuestion = z.object({ chain: z.string(), to: z.string().max(200), amount: coins })
export const withdrawalCheck = z.object({
  chain: z.string(),
  chainLabel: z.string(),
  /** As it is written in full. */
  to: z.string(),
  /** What arrives. */
  amount: money,
  /** The most that the network takes for it; what is not needed of it stays. */
  fee: money,
  balance: money,
  /** What runs and hand-overs under way still need, as expected; with `isNeeded`, less than that would be left. */
  reserved: money,
  isNeeded: z.boolean(),
  /** The address is that of a contract or a program: coin may be lost there. */
  isContract: z.boolean(),
})
export type WithdrawalCheck = z.infer<typeof withdrawalCheck>

/**
 * `POST /app/withdrawals` → `withdrawal`. A person's, never a key's. The same `id` again sends nothing more, and with another address, amount or network is refused.
 * `again` is the address typed a second time; `toContract` and `anyway` say that a person saw `isContract` and `isNeeded`. Of a live project
 * that has a vault, with its passphrase.
 */
export const withdrawalRequest = withdrawalQuestion.extend({
  id: z.uuid(),
  again: z.string().max(200),
  toContract: z.boolean().default(false),
  anyway: z.boolean().default(false),
  passphrase: z.string().max(1_000).optional(),
})
export type WithdrawalRequest = z.input<typeof withdrawalRequest>

/** `GET /app/withdrawals` → newest first. `DELETE /app/withdrawals/{id}` gives up one that is not signed. */
export const withdrawal = z.object({
  id: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  to: z.string(),
  /** What was asked for; null: all. */
  amount: money.nullable(),
  /** What its transaction sends; null while there is none. */
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
