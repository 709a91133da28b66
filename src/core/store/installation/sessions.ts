import type { Store } from '../sqlite/open.ts'

/** Who is let in to `/app`. */
export interface StoredSession {
  id: string
  /** Milliseconds since 1970; null: with the core. */
  endsAt: number | null
}

/** Keeps who is let in: tokens are made from the id and a secret, and are not kept. */
export async function addSession(db: Store, { id, endsAt }: StoredSession): Promise<void> {
  await db.insertInto('sessions').values({ id, ends_at: endsAt }).execute()
}

/** The session of an id; undefined where there is none or it has ended. */
export async function findSession(db: Store, id: string, now: number): Promise<StoredSession | undefined> {
  const row = await db.selectFrom('sessions').select(['id', 'ends_at']).where('id', '=', id).executeTakeFirst()
  if (row === undefined || (row.ends_at !== null && row.ends_at <= now)) return undefined
  return { id: row.id, endsAt: row.ends_at }
}

/** Forgets the sessions that have ended by `time`; Infinity: of all windows. */
export async function removeSessions(db: Store, time: number): Promise<void> {
  const all = db.deleteFrom('sessions').where('ends_at', 'is not', null)
  await (Number.isFinite(time) ? all.where('ends_at', '<=', time) : all).execute()
}

/** Forgets the sessions that end with the core that made them. */
export async function removeOwners(db: Store): Promise<void> {
  await db.deleteFrom('sessions').where('ends_at', 'is', null).execute()
}
