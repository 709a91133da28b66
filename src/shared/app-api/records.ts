import { z } from 'zod'
import { time } from './units.ts'

const page = {
  /** `next` of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
}

/** `GET /app/requests?before&limit&failed` → `requestPage`; `DELETE` → 204: what programs asked of the API lately, newest first. */
export const requestQuery = z.object({ ...page, failed: z.stringbool().default(false) })
export const loggedRequest = z.object({
  id: z.int(),
  at: time,
  ms: z.number(),
  /** The name of the key; `window`; `unknown` where it was not let in. */
  caller: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.int(),
  /** JSON without secrets, cut where it is long; null where there was none. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
})
export type LoggedRequest = z.infer<typeof loggedRequest>
export const requestPage = z.object({
  requests: z.array(loggedRequest),
  next: z.string().nullable(),
  /** How many were not kept since the start, because they came too fast after each other. */
  dropped: z.int(),
})

/** `GET /app/audit?before&limit` → `auditPage`: what was done that can move money, newest first; for good. */
export const auditQuery = z.object(page)
export const auditEntry = z.object({
  id: z.int(),
  at: time,
  /** `key till (sk_practice_…1a2b)`, `window`, `command line` */
  who: z.string(),
  act: z.string(),
  subject: z.string(),
  amount: z.string().nullable(),
  /** What was asked for, without secrets. */
  detail: z.record(z.string(), z.unknown()),
  /** `done`; `refused`; `unknown`: Mintdesk ended before it was answered. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** Why it was refused: the error's code. */
  code: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
