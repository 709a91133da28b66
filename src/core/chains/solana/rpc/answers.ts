import { z } from 'zod'

/** Schemas of nodes' answers, with the fields that are read. */

const account = z.object({ lamports: z.number(), owner: z.string(), data: z.tuple([z.string(), z.string()]) })
const context = z.object({ slot: z.number() })

export const accountAnswer = z.object({ context, value: account.nullable() })
export const accountsAnswer = z.object({ context, value: z.array(account.nullable()) })
export const numberAnswer = z.object({ context, value: z.number() })
export const epochAnswer = z.object({ absoluteSlot: z.number(), blockHeight: z.number() })
export const blockhashAnswer = z.object({
  context,
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
})
export const validAnswer = z.object({ context, value: z.boolean() })
export const statusesAnswer = z.object({
  context,
  value: z.array(z.object({ slot: z.number(), err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable()),
})
export const simulationAnswer = z.object({
  context,
  value: z.object({ err: z.unknown(), logs: z.array(z.string()).nullish(), unitsConsumed: z.number().nullish() }),
})
/** Accounts that a node found, as raw bytes. */
const found = z.object({ pubkey: z.string(), account: z.object({ data: z.tuple([z.string(), z.string()]) }) })
export const ownedAnswer = z.object({ context, value: z.array(found) })
export const programAnswer = z.array(found)
export const holdersAnswer = z.object({
  context,
  value: z.array(z.object({ address: z.string(), amount: z.string() })),
})
export const priorityFees = z.array(z.object({ slot: z.number(), prioritizationFee: z.number() }))
