import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/open.ts'
import { addSession, hasSession, removeSessionsBefore } from '../../store/sessions.ts'

/** Ours: long enough for a browser to start, short enough that an address left in a history is worthless. */
const ticketLifetime = 60_000
/** Ours: a tab that stays open longer is asked to be opened anew. */
const sessionLifetime = 90 * 24 * 3_600_000

/** Who is let in to `/app`, and to `/api` as the window: holders of a token that a one-time ticket was exchanged for. */
export interface Sessions {
  /** A ticket for the address of the window: good once, for a minute, kept in memory only. */
  ticket(): string
  /** Exchanges a ticket; undefined when it is unknown, used or too old. */
  exchange(ticket: string): Promise<{ token: string; media: string } | undefined>
  /** Whether this bearer token may use `/app` and `/api`: a window's, or the command line's from `api.json`. */
  isBearer(token: string): Promise<boolean>
  /** Whether it is the token of `api.json`, which alone makes tickets. */
  isOwner(token: string): boolean
  /** Whether this value of the media cookie may load `/app/media`. */
  isMedia(value: string): Promise<boolean>
  /** The token of `api.json`. */
  readonly ownerToken: string
}

/** Only hashes are kept, in the database, so that windows stay let in when the core is restarted. */
export async function openSessions(db: Store, clock: () => number): Promise<Sessions> {
  const tickets = new Map<string, number>()
  const ownerToken = secret()
  const ownerHash = hash('session', ownerToken)
  await removeSessionsBefore(db, clock() - sessionLifetime)

  const isOwner = (token: string): boolean => timingSafeEqual(hash('session', token), ownerHash)

  return {
    ownerToken,
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
      await addSession(db, hash('session', session.token), clock())
      await addSession(db, hash('media', session.media), clock())
      return session
    },
    isOwner,
    isBearer: async (token) => isOwner(token) || (await hasSession(db, hash('session', token))),
    isMedia: (value) => hasSession(db, hash('media', value)),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** The purpose is part of the hash, so that a media cookie is never good as a bearer token. */
function hash(purpose: 'session' | 'media', value: string): Buffer {
  return createHash('sha256').update(`${purpose}\n${value}`).digest()
}
