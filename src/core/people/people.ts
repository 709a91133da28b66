/** The people who may sign in at a server, and the links that set their passwords. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Person, Role } from '../../shared/app-api.ts'
import { CoreError } from '../lib/errors.ts'
import {
  addPerson,
  changePerson,
  findPerson,
  listPeople,
  relinkPerson,
  type StoredLink,
  type StoredPerson,
} from '../store/installation/people.ts'
import type { Store } from '../store/sqlite/open.ts'
import { newTotpSecret } from './codes.ts'

/** Ours: long enough for a person who is away until tomorrow. */
export const linkLifetime = 24 * 3_600_000

export interface People {
  /** All people, by name. */
  list(): Promise<Person[]>
  /** The id that sessions store; undefined where nobody has that name. */
  idOf(name: string): Promise<string | undefined>
  /** @returns the secret of the link that sets the first password. @throws CoreError `people.exists` */
  add(name: string, role: Role): Promise<{ person: Person; secret: string }>
  /** Makes a new link, which replaces password, codes, passkeys and sessions. @throws CoreError `people.notFound` */
  relink(name: string): Promise<{ person: Person; secret: string }>
  /** @throws CoreError `people.notFound`, `people.lastAdmin` */
  setRole(name: string, role: Role): Promise<Person>
  /** Removes a person with their passkeys and sessions. @throws CoreError `people.notFound`, `people.lastAdmin` */
  remove(name: string): Promise<void>
  /** Whether an admin exists who can sign in, or has a valid link. */
  hasAdmin(): Promise<boolean>
}

/** @param clock milliseconds since 1970 */
export function openPeople(db: Store, clock: () => number): People {
  const named = async (name: string): Promise<Person> => {
    const found = await findPerson(db, { name })
    if (found === undefined) throw unknown(name)
    return personView(found, clock())
  }
  const change = async (name: string, role: Role | null): Promise<void> => {
    const came = await changePerson(db, name, role)
    if (came === 'unknown') throw unknown(name)
    if (came === 'lastAdmin')
      throw new CoreError(
        'people.lastAdmin',
        `${name} is the last admin: make somebody else one first ("mintdesk users role <name> admin").`,
      )
  }

  return {
    list: async () => (await listPeople(db)).map((one) => personView(one, clock())),
    idOf: async (name) => (await findPerson(db, { name }))?.id,
    async add(name, role) {
      const { secret, link } = await makeLink(clock())
      if (!(await addPerson(db, { id: randomUUID(), name, role, link, now: clock() })))
        throw new CoreError(
          'people.exists',
          `There is somebody called ${name} already: choose another name, or make a new link with "mintdesk users link ${name}".`,
        )
      return { person: await named(name), secret }
    },
    async relink(name) {
      const { secret, link } = await makeLink(clock())
      if (!(await relinkPerson(db, name, link))) throw unknown(name)
      return { person: await named(name), secret }
    },
    async setRole(name, role) {
      await change(name, role)
      return await named(name)
    },
    remove: (name) => change(name, null),
    hasAdmin: async () =>
      (await listPeople(db)).some(
        ({ role, password, linkEndsAt }) => role === 'admin' && (password !== null || (linkEndsAt ?? 0) > clock()),
      ),
  }
}

/** The hash of a link's secret, as the database stores it. */
export function linkHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function personView(
  { name, role, password, linkEndsAt, passkeys, createdAt, seenAt }: StoredPerson,
  now: number,
): Person {
  return {
    name,
    role,
    isReady: password !== null,
    linkEndsAt: linkEndsAt !== null && linkEndsAt > now ? new Date(linkEndsAt).toISOString() : null,
    passkeys,
    createdAt: new Date(createdAt).toISOString(),
    seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
  }
}

async function makeLink(now: number): Promise<{ secret: string; link: StoredLink }> {
  const secret = randomBytes(24).toString('base64url')
  return { secret, link: { hash: linkHash(secret), totp: await newTotpSecret(), endsAt: now + linkLifetime } }
}

function unknown(name: string): CoreError {
  return new CoreError('people.notFound', `There is nobody called ${name} here: "mintdesk users list" says who is.`)
}
