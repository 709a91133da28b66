import type { Store } from './open.ts'

/** Keeps the hash of a token that opens `/app` until it is removed. */
export async function addSession(db: Store, hash: Buffer, now: number): Promise<void> {
  await db.insertInto('sessions').values({ hash, created_at: now }).execute()
}

export async function hasSession(db: Store, hash: Buffer): Promise<boolean> {
  return (
    (await db.selectFrom('sessions').select('created_at').where('hash', '=', hash).executeTakeFirst()) !== undefined
  )
}

export async function removeSession(db: Store, hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', hash).execute()
}

/** Forgets the sessions made before `time` (milliseconds since 1970). */
export async function removeSessionsBefore(db: Store, time: number): Promise<void> {
  await db.deleteFrom('sessions').where('created_at', '<', time).execute()
}
