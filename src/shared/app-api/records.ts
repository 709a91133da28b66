import { z } from 'zod'
import { time } from './units.ts'

const page = {
  /** `next` of the previous page. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
}

/** `GET /app/requests?before&limit&failed` → `requestPage`; `DELETE` → 204: recent API requests of programs, newest first. */
export const requestQuery = z.object({ ...page, failed: z.stringbool().default(false) })
export const loggedRequest = z.object({
  id: z.int(),
  at: time,
  ms: z.number(),
  /** The name of the key; `window`; `unknown` if it was not authenticated. */
  caller: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.int(),
  /** The request's JSON without secrets, truncated if long; null if it had no body. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
})
export type LoggedRequest = z.infer<typeof loggedRequest>
export const requestPage = z.object({
  requests: z.array(loggedRequest),
  next: z.string().nullable(),
  /** How many requests since the start were not logged because they came too fast. */
  dropped: z.int(),
})

/** `GET /app/audit?before&limit` → `auditPage`: everything that could move money, newest first; never deleted. */
export const auditQuery = z.object(page)
export const auditEntry = z.object({
  id: z.int(),
  at: time,
  /** `key till (sk_practice_…1a2b)`, `window`, `command line` */
  who: z.string(),
  act: z.string(),
  subject: z.string(),
  amount: z.string().nullable(),
  /** The request without secrets. */
  detail: z.record(z.string(), z.unknown()),
  /** `done`; `refused`; `unknown`: Mintdesk ended before it answered. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** Why it was refused: the error's code. */
  code: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
