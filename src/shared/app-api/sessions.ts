import { z } from 'zod'

/** `POST /app/session {ticket}` → a bearer token that outlives a restart of the core; also sets the media cookie. */
export const sessionRequest = z.object({ ticket: z.string() })
export const session = z.object({ token: z.string() })
