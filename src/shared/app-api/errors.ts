import { z } from 'zod'

export const apiError = z.object({
  error: z.literal(true),
  message: z.string(),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ApiErrorBody = z.infer<typeof apiError>
