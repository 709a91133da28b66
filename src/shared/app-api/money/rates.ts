import { z } from 'zod'
import { time } from '../units.ts'

/** What a coin costs, as a person set it: `"0.52"` of `money`. */
export const rateText = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'A rate is a number above 0, such as 0.52.')

/** `GET /app/rates`: what coins cost in money, by their symbols. A person sets them; nothing is ever asked of anybody else. */
export const rates = z.object({
  /** `EUR`: the letters of a currency. */
  money: z.string(),
  coins: z.record(z.string(), z.object({ rate: rateText, setAt: time })),
})
export type Rates = z.infer<typeof rates>

/** `PUT /app/rates` → `rates`. A coin that is not named stays as it is; null takes its rate away. Other money takes all others away. */
export const ratesRequest = z.object({
  money: z.string().regex(/^[A-Z]{3}$/, 'Money is named by three capital letters, such as EUR.'),
  coins: z.record(z.string().regex(/^[A-Za-z]{1,12}$/), rateText.nullable()),
})
