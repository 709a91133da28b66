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

/** Ours: a tab that stays open longer must be opened anew. */
const lifetime = 30 * 24 * 3_600_000
/** The setting with the secret from which the sessions' keys are derived. */
const secretSetting = 'session.secret'

/** A session as its window gets it, and the value of the media cookie. */
export interface OpenedSession extends Session {
  media: string
  /** Whose it is; null: the person at this computer's. */
  person: StoredSession['person']
  /** Milliseconds since 1970. */
  endsAt: number
}

/** Which sessions were ended. */
export type Ended = 'all' | { id: string } | { personId: string }

/** Who may call `/app`, and `/api` as the window: holders of a session's token, which they got for a one-time ticket or a sign-in. */
export interface Sessions {
  /** The session of `api.json`: it may do what a window's may, and only it makes tickets. It ends with the core. */
  readonly owner: Pick<Session, 'id' | 'token' | 'key'>
  isOwner(token: string): boolean
  /** The session of an id, with its person's role, as they are now; undefined if it has ended. */
  current(id: string): Promise<StoredSession | undefined>
  /** The session of a token that was made in this run of the core; undefined for any other token, or if the session has ended. */
  find(token: string): Promise<StoredSession | undefined>
  readonly tickets: Pick<Tickets, 'make' | 'page'>
  /** A new session for a ticket; undefined when it is unknown, used or too old. */
  exchange(ticket: string): Promise<OpenedSession | undefined>
  /** A new session of a person who signed in; undefined if a new link has invalidated what the person signed in with. */
  openFor(letIn: LetIn): Promise<OpenedSession | undefined>
  /** The session of a tab that is reloaded, by the pass that the tab got in this run of the core. */
  resume(pass: string): Promise<OpenedSession | undefined>
  /** The same by a token of this run, for a window that is older than this run; undefined if the session has ended. */
  renew(token: string): Promise<OpenedSession | undefined>
  /** Proves to a session's window that it talks to the core on `port`; undefined when there is no such session. */
  greet(id: string, nonce: string, port: number): Promise<{ proof: string; run: string } | undefined>
  /** The session whose `/app/media/<id>` this value of the media cookie may load. */
  ofMedia(id: string, value: string): Promise<StoredSession | undefined>
  /** Ends the sessions of all windows, and all unused tickets. */
  endAll(): Promise<void>
  /** Ends one session, or all of a person. */
  end(of: Exclude<Ended, 'all'>): Promise<void>
  /** To be called when a person's role has changed: connections with the former role must connect again. */
  roleChanged(personId: string): void
  /** Calls `listener` after a session has ended, or after its person's role has changed. @returns the function that ends it */
  onEnded(listener: (ended: Ended) => void): () => void
  close(): Promise<void>
}

/**
 * The database keeps the sessions, and one secret from which their keys are derived, so that windows stay signed in when the core restarts. What
 * a browser sends (the token, the pass, the media cookie) is valid in one run of the core alone: while the core runs, no other process has its
 * port, and what another process receives on that port afterwards is worthless.
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

  // Ends the session of a core that was killed on this data folder.
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
      // Writing may fail, on a full disk for example; the next start removes them.
      await removeOwners(db).catch(() => undefined)
    },
  }
}

/** Made at the first start. The sessions' keys must outlive a restart, so they are derived from it and not stored. */
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
