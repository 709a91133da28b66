import type { Role } from '../../../shared/app-api.ts'
import type { Store } from '../sqlite/open.ts'

/** Who signed in. */
export interface SessionPerson {
  id: string
  name: string
  /** As it is now: a role that is changed holds at once. */
  role: Role
}

/** A session of `/app`. */
export interface StoredSession {
  id: string
  /** Milliseconds since 1970; null: it ends with the core. */
  endsAt: number | null
  /** null: whoever opened a ticket of this computer, or holds its `api.json`. */
  person: SessionPerson | null
}

/** Stores a session. Its token is made from the id and a secret, and is not stored. */
export async function addSession(
  db: Store,
  { id, endsAt, personId = null }: { id: string; endsAt: number | null; personId?: string | null },
): Promise<void> {
  await db.insertInto('sessions').values({ id, ends_at: endsAt, person_id: personId }).execute()
}

/**
 * Stores the session of a person who signed in.
 * @param password the person's stored password (hashed) when it was verified; a new link removes it, with all that let the person in
 * @returns false where the stored password is another one by now, or gone
 */
export async function addSignedIn(
  db: Store,
  { id, endsAt, personId, password }: { id: string; endsAt: number; personId: string; password: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sessions')
    .columns(['id', 'ends_at', 'person_id'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select([eb.val(id).as('id'), eb.val(endsAt).as('ends_at'), 'people.id as person_id'])
        .where('people.id', '=', personId)
        .where('people.password', '=', password),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The session of an id; undefined where there is none or it has ended. */
export async function findSession(db: Store, id: string, now: number): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('people', 'people.id', 'sessions.person_id')
    .select(['sessions.id', 'ends_at', 'person_id', 'people.name', 'people.role'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || (row.ends_at !== null && row.ends_at <= now)) return undefined
  const { person_id, name, role } = row
  if (person_id !== null && (name === null || role === null)) return undefined
  const person = person_id === null || name === null || role === null ? null : { id: person_id, name, role }
  return { id: row.id, endsAt: row.ends_at, person }
}

/** Removes the sessions that have ended by `time`; Infinity: all that have an end of their own. */
export async function removeSessions(db: Store, time: number): Promise<void> {
  const all = db.deleteFrom('sessions').where('ends_at', 'is not', null)
  await (Number.isFinite(time) ? all.where('ends_at', '<=', time) : all).execute()
}

/** Forgets one session, or all of a person. */
export async function removeSession(db: Store, of: { id: string } | { personId: string }): Promise<void> {
  const all = db.deleteFrom('sessions')
  await ('id' in of ? all.where('id', '=', of.id) : all.where('person_id', '=', of.personId)).execute()
}

/** Forgets the sessions that end with the core that made them. */
export async function removeOwners(db: Store): Promise<void> {
  await db.deleteFrom('sessions').where('ends_at', 'is', null).execute()
}
