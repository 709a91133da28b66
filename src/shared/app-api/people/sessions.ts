import { z } from 'zod'

/**
 * `POST /app/session` with a ticket, or with the pass of a tab that is loaded again → a session, which outlives a restart of the core; also
 * sets the media cookie. `POST /app/session/renew` (with the token of the new run, `sessionToken`) → the same anew, after a restart. `DELETE /app/sessions` ends the
 * sessions of all windows.
 */
export const sessionRequest = z.union([z.object({ ticket: z.string() }), z.object({ pass: z.string() })])
export const session = z.object({
  /** What it is called by; not secret. */
  id: z.string(),
  /** Bearer token, good in this run of the core: `sessionToken` makes the next run's. The page keeps it in its memory alone. */
  token: z.string(),
  /** With this the core proves who it is (`/app/hello`), and the page who it is: it is sent once, from the core. base64url. */
  key: z.string(),
  /** What a tab that is loaded again shows, in this run of the core alone: nobody else can listen on its port meanwhile. */
  pass: z.string(),
  /** Which run of the core it is. */
  run: z.string(),
})
export type Session = z.infer<typeof session>

/** `POST /app/hello`: who is there? `nonce` is random, `port` the one that the page sees. Needs no token. */
export const helloRequest = z.object({
  session: z.string().max(100),
  nonce: z.string().min(22).max(100),
  port: z.int().min(1).max(65_535),
})
/** `proof`: HMAC-SHA256 of `greetingText`, base64url. */
export const hello = z.object({ proof: z.string(), run: z.string() })

/** `POST /app/pages` (the command line's): a page in the data folder that leads on with a ticket. */
export const ticketPage = z.object({ file: z.string() })
