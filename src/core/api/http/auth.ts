import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { mayDo, type Project, type Right, type Scope, scopes } from '../../../shared/app-api.ts'
import { findKey, type StoredKey, touchKey } from '../../store/installation/keys.ts'
import { findProject, firstProject, readProject } from '../../store/installation/projects.ts'
import type { SessionPerson, StoredSession } from '../../store/installation/sessions.ts'
import { isWellFormedKey, secretHash } from './api-keys.ts'
import type { CoreContext } from './context.ts'
import { ApiFault } from './faults.ts'

/** The caller: a program with an API key, or the window (and the command line) with a session's token, which may do all that its person may. */
export interface Caller {
  project: Project
  scopes: ReadonlySet<Scope>
  via: 'key' | 'window'
  /** The API key, if the caller used one. */
  key?: StoredKey
  /** When the window's session ends, milliseconds since 1970; null: with the core. */
  endsAt?: number | null
  /** The signed-in person; null or absent: a program, or the person at this computer. */
  person?: SessionPerson | null
  /** The id of the window's session. */
  session?: string
}

type AuthContext = Pick<CoreContext, 'db' | 'reads' | 'cache' | 'sessions' | 'clock' | 'log'>

/** How old a key's stored last use may be, in milliseconds: not every call is worth a write. */
const touchEvery = 60_000

/**
 * Identifies the caller of a route of `/api`, by `X-API-KEY` or the window's `Authorization: Bearer`.
 * @param refusal the status for no key or an unknown one: 401 on `/v1-alpha1/wallets`, 403 on all other routes (docs/api.md, "Errors")
 * @throws ApiFault `key.missing`, `key.malformed`, `key.unknown` (of `refusal`), `key.revoked` (403), `session.unknown`
 */
export async function authenticate(context: AuthContext, request: FastifyRequest, refusal: 401 | 403): Promise<Caller> {
  const key = request.headers['x-api-key']
  if (typeof key === 'string' && key !== '') return callerWithKey(context, key.trim(), refusal)
  if (bearerToken(request) !== undefined) return await callerWithSession(context, request, refusal)
  throw new ApiFault(
    refusal,
    'key.missing',
    'The header X-API-KEY is missing: make a key in the window under Developers, or with "mintdesk keys create".',
  )
}

/**
 * Finds the window's session and project, for the routes of `/app`: `Authorization: Bearer <token>` and `X-Mintdesk-Project`.
 * @throws ApiFault 401 `session.missing` or `session.unknown`, 404 `project.notFound`
 */
export async function requireWindow(context: AuthContext, request: FastifyRequest): Promise<Caller> {
  if (bearerToken(request) === undefined)
    throw new ApiFault(
      401,
      'session.missing',
      request.isPublic
        ? 'This needs somebody who is signed in: sign in first.'
        : 'This needs the session of the window: open Mintdesk from its own link.',
    )
  return await callerWithSession(context, request, 401)
}

/** @throws ApiFault 403 `key.scope` unless the caller has one of the scopes. */
export function requireScope(caller: Caller, ...anyOf: readonly Scope[]): void {
  if (anyOf.some((scope) => caller.scopes.has(scope))) return
  if (caller.person) throw forbidden(caller.person, 'mint')
  throw new ApiFault(
    403,
    'key.scope',
    `This key lacks the scope ${anyOf.join(' or ')}: make a key that has it in the window under Developers, or with "mintdesk keys create --project ${caller.project.id} --scopes <scopes>".`,
  )
}

/** @throws ApiFault 403 `role.forbidden` if the caller is a signed-in person without the right. */
export function requireRight({ person }: Caller, right: Right): void {
  if (person && !mayDo(person.role, right)) throw forbidden(person, right)
}

function forbidden({ name, role }: SessionPerson, right: Right): ApiFault {
  const who = right === 'admin' ? 'only an admin may do this' : 'only a minter or an admin may do this'
  return new ApiFault(403, 'role.forbidden', `${name} is signed in as ${role}, and ${who}: ask an admin for that role.`)
}

/** Whether a session is valid for a request: a signed-in person's always, that of a ticket or of `api.json` on this computer alone. */
export function countsFor(
  session: Pick<StoredSession, 'person'> | undefined,
  request: Pick<FastifyRequest, 'isPublic'>,
): boolean {
  return session !== undefined && (session.person !== null || !request.isPublic)
}

function callerWithKey(context: AuthContext, key: string, refusal: 401 | 403): Caller {
  const known = knownKey(context, secretHash(key))
  if (!known && !isWellFormedKey(key))
    throw new ApiFault(refusal, 'key.malformed', 'The API key is mistyped or cut off: copy it again as it was shown.')
  if (!known)
    throw new ApiFault(
      refusal,
      'key.unknown',
      'This API key is not known here: it belongs to another data folder, or was never made.',
    )
  const { stored, caller } = known
  if (stored.revokedAt !== null)
    throw new ApiFault(403, 'key.revoked', 'This API key was revoked: make a new one in the window under Developers.')
  noteUse(context, stored)
  return caller
}

/** A key and its project, by the key's hash; read again after a key or a project was changed. */
function knownKey({ reads, cache }: AuthContext, hash: Buffer): { stored: StoredKey; caller: Caller } | undefined {
  return cache.get(ofKeys, `key ${hash.toString('hex')}`, () => {
    const stored = findKey(reads, hash)
    const project = stored && timingSafeEqual(stored.hash, hash) ? readProject(reads, stored.projectId) : undefined
    if (!stored || !project) return undefined
    return { stored, caller: { project, scopes: new Set(stored.scopes), via: 'key', key: stored } }
  })
}

const ofKeys = ['api_keys', 'projects'] as const

async function callerWithSession(context: AuthContext, request: FastifyRequest, refusal: 401 | 403): Promise<Caller> {
  const token = bearerToken(request) ?? ''
  const session = await context.sessions.find(token)
  if (session === undefined || !countsFor(session, request))
    throw new ApiFault(
      refusal,
      'session.unknown',
      request.isPublic
        ? 'This session has ended: sign in again.'
        : 'This session is not known any more: open Mintdesk again.',
    )
  const { id, person, endsAt } = session
  const window = { scopes: scopesOf(person), via: 'window', endsAt, person, session: id } as const
  const named = request.headers['x-mintdesk-project']
  if (typeof named !== 'string' || named === '')
    return { project: await firstProject(context.db, context.clock()), ...window }
  const project = await findProject(context.db, named)
  if (!project) throw new ApiFault(404, 'project.notFound', `There is no project ${JSON.stringify(named)} here.`)
  return { project, ...window }
}

/** The API scopes of a window: a person who may mint has all of them, a viewer only those for reading. */
function scopesOf(person: SessionPerson | null): ReadonlySet<Scope> {
  if (person === null || mayDo(person.role, 'mint')) return new Set(scopes)
  return new Set(scopes.filter((scope) => scope.endsWith('.read')))
}

/** The token of `Authorization: Bearer`; undefined when there is none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function noteUse({ db, clock, log }: AuthContext, key: StoredKey): void {
  const now = clock()
  if (key.lastUsedAt !== null && now - key.lastUsedAt < touchEvery) return
  // Requests that come before the write is done need not write it, too.
  key.lastUsedAt = now
  touchKey(db, key.id, now).catch((error: unknown) => log.warn({ err: error }, 'a key’s last use could not be noted'))
}
