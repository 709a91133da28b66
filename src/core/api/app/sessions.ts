import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/open.ts'
import { addSession, hasSession, removeSession, removeSessionsBefore } from '../../store/sessions.ts'
import { secretHash } from '../api-keys.ts'

/** Ours: long enough for a browser to start, short enough that an address left in a history is worthless. */
const ticketLifetime = 60_000
/** Ours: a tab that stays open longer is asked to be opened anew. */
const sessionLifetime = 90 * 24 * 3_600_000

/** Who is let in to `/app`, and to `/api` as the window: holders of a token that a one-time ticket was exchanged for. */
export interface Sessions {
  /** The token of `api.json`: as good as a window's, and the only one that makes tickets. Ends with the core. */
  readonly ownerToken: string
  isOwner(token: string): boolean
  /** A ticket for the address of the window: good once, for a minute, kept in memory only. */
  ticket(): string
  /** Exchanges a ticket for a bearer token and the media cookie's value; undefined when it is unknown, used or too old. */
  exchange(ticket: string): Promise<{ token: string; media: string } | undefined>
  /** Whether this value of the media cookie may load `/app/media`. */
  isMedia(value: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * Only hashes are kept, in the database, so that windows stay let in when the core is restarted.
 * @param leftToken the token of a core that was killed on this data folder, which ends now
 */
export async function openSessions(db: Store, clock: () => number, leftToken?: string): Promise<Sessions> {
  const tickets = new Map<string, number>()
  const ownerToken = secret()
  const ownerHash = secretHash(ownerToken)
  await removeSessionsBefore(db, clock() - sessionLifetime)
  if (leftToken !== undefined) await removeSession(db, secretHash(leftToken))
  await addSession(db, ownerHash, clock())

  return {
    ownerToken,
    isOwner: (token) => timingSafeEqual(secretHash(token), ownerHash),
    ticket() {
      const now = clock()
      for (const [old, until] of tickets) if (until < now) tickets.delete(old)
      const ticket = secret()
      tickets.set(ticket, now + ticketLifetime)
      return ticket
    },
    async exchange(ticket) {
      const until = tickets.get(ticket)
      tickets.delete(ticket)
      if (until === undefined || until < clock()) return undefined
      const session = { token: secret(), media: secret() }
      await addSession(db, secretHash(session.token), clock())
      await addSession(db, mediaHash(session.media), clock())
      return session
    },
    isMedia: (value) => hasSession(db, mediaHash(value)),
    close: () => removeSession(db, ownerHash),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** Not the hash of a bearer token, so that the cookie is never good as one. */
function mediaHash(value: string): Buffer {
  return createHash('sha256').update(`media\n${value}`).digest()
}
