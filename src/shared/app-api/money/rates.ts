import { z } from 'zod'
import { time } from '../units.ts'

/** What a coin costs, as a person set it: `"0.52"` of `money`. */
export const rateText = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'A rate is a number above 0, such as 0.52.')

/** `GET /app/rates`: prices of coins in money, by symbol. A person sets them; Mintdesk never asks a price service. */
export const rates = z.object({
  /** `EUR`: the letters of a currency. */
  money: z.string(),
  coins: z.record(z.string(), z.object({ rate: rateText, setAt: time })),
})
export type Rates = z.infer<typeof rates>

/** `PUT /app/rates` → `rates`. An absent coin keeps its rate; null removes it. A new currency removes all other rates. */
export const ratesRequest = z.object({
  money: z.string().regex(/^[A-Z]{3}$/, 'Money is named by three capital letters, such as EUR.'),
  coins: z.record(z.string().regex(/^[A-Za-z]{1,12}$/), rateText.nullable()),
})
