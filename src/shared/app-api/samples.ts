import { z } from 'zod'

/** `GET /app/samples` → `sample[]`: the spreadsheets that come with the app; `GET /app/samples/{name}`: one of them. */
export const sample = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** A chain on which its addresses are valid; null: it has no addresses. */
  chain: z.string().nullable(),
})
export type Sample = z.infer<typeof sample>
