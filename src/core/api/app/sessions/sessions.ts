import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Session } from '../../../../shared/app-api.ts'
import { greetingText, macOf, sessionToken } from '../../../../shared/greeting.ts'
import type { LetIn } from '../../../people/sign-in.ts'
import {
  addSession,
  addSignedIn,
  findSession,
  removeOwners,
  removeSession,
  removeSessions,
  type StoredSession,
} from '../../../store/installation/sessions.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import { secretHash } from '../../http/api-keys.ts'
import { openTickets, type Tickets } from './tickets.ts'

/** Ours: a tab that stays open longer is asked to be opened anew. */
const lifetime = 30 * 24 * 3_600_000
/** Where the secret is kept that the keys of sessions are derived from. */
const secretSetting = 'session.secret'

/** A session as its window gets it, and what the media cookie is set to. */
export interface OpenedSession extends Session {
  media: string
  /** Whose it is; null: of whoever sits at this computer. */
  person: StoredSession['person']
  /** Milliseconds since 1970. */
  endsAt: number
}

/** Which sessions were ended. */
export type Ended = 'all' | { id: string } | { personId: string }

/** Who is let in to `/app`, and to `/api` as the window: holders of a token that a one-time ticket was exchanged for. */
export interface Sessions {
  /** The session of `api.json`: as good as a window's, and the only one that makes tickets. Ends with the core. */
  readonly owner: Pick<Session, 'id' | 'token' | 'key'>
  isOwner(token: string): boolean
  /** The session of an id, with its person's role, as they are now; undefined where it has ended. */
  current(id: string): Promise<StoredSession | undefined>
  /** The session that a token of this run is of; undefined for any other token, or where the session has ended. */
  find(token: string): Promise<StoredSession | undefined>
  readonly tickets: Pick<Tickets, 'make' | 'page'>
  /** A new session for a ticket; undefined when it is unknown, used or too old. */
  exchange(ticket: string): Promise<OpenedSession | undefined>
  /** A new session of a person who signed in; undefined where a new link took the place of what let the person in. */
  openFor(letIn: LetIn): Promise<OpenedSession | undefined>
  /** The session of a tab that is loaded again, by the pass that it got in this run of the core. */
  resume(pass: string): Promise<OpenedSession | undefined>
  /** The same of a token of this run, for a window that outlived the run that let it in; undefined where the session has ended. */
  renew(token: string): Promise<OpenedSession | undefined>
  /** Proves to a session's holder that it speaks with the core on `port`; undefined when there is no such session. */
  greet(id: string, nonce: string, port: number): Promise<{ proof: string; run: string } | undefined>
  /** The session whose `/app/media/<id>` this value of the media cookie may load. */
  ofMedia(id: string, value: string): Promise<StoredSession | undefined>
  /** Ends the sessions of all windows, with the tickets that are under way. */
  endAll(): Promise<void>
  /** Ends one session, or all of a person. */
  end(of: Exclude<Ended, 'all'>): Promise<void>
  /** Somebody's role is another: what was let in by the former one has to ask anew. */
  roleChanged(personId: string): void
  /** Hears of sessions that were ended, or whose person has another role, after it. @returns the function that ends it */
  onEnded(listener: (ended: Ended) => void): () => void
  close(): Promise<void>
}

/**
 * The database keeps who is let in, and one secret that the keys of sessions are made from, so that windows stay let in when the core is
 * restarted. What a browser sends (the token, the pass, the media cookie) is good in one run of the core alone: while it runs, nobody else has
 * its port, and what somebody hears there afterwards is worth nothing.
 * @param url the window's address
 */
export async function openSessions(
  db: Store,
  dataDir: string,
  clock: () => number,
  url: () => string,
): Promise<Sessions> {
  const run = randomSecret()
  const runSecret = randomBytes(32)
  const secret = await sessionSecret(db)
  const tickets = await openTickets(dataDir, clock, url)
  /** Ids of sessions by the hashes of their passes. */
  const passes = new Map<string, string>()
  const listeners = new Set<(ended: Ended) => void>()

  const keyOf = (id: string): string => mac(secret, `key\n${id}`)
  const mediaOf = (id: string): string => mac(runSecret, `media\n${id}`)
  const passHash = (pass: string): string => secretHash(pass).toString('hex')

  const tokenOf = (id: string): string => sessionToken({ id, key: keyOf(id) }, run)

  async function make(personId: string | null): Promise<OpenedSession | undefined> {
    const made = { id: randomSecret(), endsAt: clock() + lifetime, personId }
    await addSession(db, made)
    return opened(await findSession(db, made.id, clock()))
  }

  async function find(token: string): Promise<StoredSession | undefined> {
    const [id = ''] = token.split('.', 1)
    const right = timingSafeEqual(secretHash(token), secretHash(tokenOf(id)))
    return right ? await findSession(db, id, clock()) : undefined
  }

  function opened(session: StoredSession | undefined, pass = randomSecret()): OpenedSession | undefined {
    if (session === undefined || session.endsAt === null) return undefined
    const { id, endsAt } = session
    passes.set(passHash(pass), id)
    return { id, token: tokenOf(id), key: keyOf(id), pass, run, media: mediaOf(id), endsAt, person: session.person }
  }

  // Those of a core that was killed on this data folder end now.
  await removeOwners(db)
  await removeSessions(db, clock())
  const ownerId = randomSecret()
  const owner = { id: ownerId, token: tokenOf(ownerId), key: keyOf(ownerId) }
  await addSession(db, { id: ownerId, endsAt: null })

  return {
    owner,
    isOwner: (token) => timingSafeEqual(secretHash(token), secretHash(owner.token)),
    current: (id) => findSession(db, id, clock()),
    find,
    tickets,
    async exchange(ticket) {
      const taken = tickets.take(ticket)
      return taken && (await make(taken.personId))
    },
    async openFor({ personId, password }) {
      const made = { id: randomSecret(), endsAt: clock() + lifetime, personId, password }
      return (await addSignedIn(db, made)) ? opened(await findSession(db, made.id, clock())) : undefined
    },
    async resume(pass) {
      const id = passes.get(passHash(pass))
      return id === undefined ? undefined : opened(await findSession(db, id, clock()), pass)
    },
    renew: async (token) => opened(await find(token)),
    async greet(id, nonce, port) {
      if ((await findSession(db, id, clock())) === undefined) return undefined
      return { proof: macOf(keyOf(id), greetingText(nonce, port, run)), run }
    },
    async ofMedia(id, value) {
      const right = timingSafeEqual(secretHash(value), secretHash(mediaOf(id)))
      return right ? await findSession(db, id, clock()) : undefined
    },
    async endAll() {
      tickets.drop()
      passes.clear()
      await removeSessions(db, Number.POSITIVE_INFINITY)
      for (const listener of listeners) listener('all')
    },
    async end(of) {
      if ('personId' in of) tickets.drop(of.personId)
      await removeSession(db, of)
      for (const listener of listeners) listener(of)
    },
    roleChanged(personId) {
      for (const listener of listeners) listener({ personId })
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      await tickets.close()
      // With the disk full, for one: the next start removes them.
      await removeOwners(db).catch(() => undefined)
    },
  }
}

/** Made at the first start: keys of sessions must outlive a restart, and so are derived from it, not kept. */
async function sessionSecret(db: Store): Promise<Buffer> {
  const kept = await readSetting(db, secretSetting, z.base64url())
  if (kept !== undefined) return Buffer.from(kept, 'base64url')
  const made = randomSecret()
  await writeSetting(db, secretSetting, made)
  return Buffer.from(made, 'base64url')
}

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
