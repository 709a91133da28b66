import { z } from 'zod'

/** An amount of a coin in its smallest unit (wei), a decimal text: JSON's numbers end too early. */
export const amount = z.string().regex(/^\d+$/)
/** The same with its coin, so that it can be shown without anything else. */
export const money = z.object({
  /** In the coin's smallest unit: wei, lamports, octas. */
  amount,
  /** `POL` */
  currency: z.string(),
  /** Of the smallest unit. */
  decimals: z.int(),
})
export type Money = z.infer<typeof money>
/** ISO 8601 with milliseconds, UTC. */
export const time = z.string()
