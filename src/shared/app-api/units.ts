import { z } from 'zod'

/** An amount of a coin in its smallest unit (wei), as decimal text: JSON numbers are too small for it. */
export const amount = z.string().regex(/^\d+$/)
/** An amount with its coin, enough to display it. */
export const money = z.object({
  /** In the coin's smallest unit: wei, lamports, octas. */
  amount,
  /** `POL` */
  currency: z.string(),
  /** Decimal places of the smallest unit. */
  decimals: z.int(),
})
export type Money = z.infer<typeof money>
/** ISO 8601 with milliseconds, UTC. */
export const time = z.string()
