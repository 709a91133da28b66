import { z } from 'zod'

/**
 * `POST /app/session` with a ticket, or with the pass of a reloaded tab → a session, which outlives a restart of the core; also sets the
 * media cookie. `POST /app/session/renew` (with the new run's token, `sessionToken`) → the renewed session, after a restart.
 * `DELETE /app/sessions` ends the sessions of all windows.
 */
export const sessionRequest = z.union([z.object({ ticket: z.string() }), z.object({ pass: z.string() })])
export const session = z.object({
  /** The session's id; not secret. */
  id: z.string(),
  /** Bearer token, valid in this run of the core; `sessionToken` derives the next run's. The page keeps it in memory only. */
  token: z.string(),
  /** The key with which core (`/app/hello`) and page prove their identity; only these answers hold it, the page never sends it. base64url. */
  key: z.string(),
  /** A reloaded tab presents this to get a session; valid in this run only, as no other program can listen on the port meanwhile. */
  pass: z.string(),
  /** The id of this run of the core. */
  run: z.string(),
})
export type Session = z.infer<typeof session>

/** `POST /app/hello`: asks the core for its proof. `nonce` is random, `port` the one that the page sees. Needs no token. */
export const helloRequest = z.object({
  session: z.string().max(100),
  nonce: z.string().min(22).max(100),
  port: z.int().min(1).max(65_535),
})
/** `proof`: HMAC-SHA256 of `greetingText`, base64url. */
export const hello = z.object({ proof: z.string(), run: z.string() })

/** `POST /app/pages` (for the command line): writes a page into the data folder that opens the window with a ticket. */
export const ticketPage = z.object({ file: z.string() })
