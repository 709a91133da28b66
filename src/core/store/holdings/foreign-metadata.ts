import type { Store } from '../sqlite/open.ts'

/** Metadata that other people host, by the SHA-256 of its URI; null: it could not be fetched lately; undefined: nothing is known of it now. */
export async function findMetadata(db: Store, uriHash: Buffer, now: number): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('foreign_metadata')
    .select('json')
    .where('uri_hash', '=', uriHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.json
}

export async function keepMetadata(db: Store, uriHash: Buffer, json: string | null, expiresAt: number): Promise<void> {
  const row = { json, expires_at: expiresAt }
  await db
    .insertInto('foreign_metadata')
    .values({ uri_hash: uriHash, ...row })
    .onConflict((conflict) => conflict.column('uri_hash').doUpdateSet(row))
    .execute()
}

/** Forgets what expired before `time` (milliseconds since 1970). */
export async function dropExpiredMetadata(db: Store, time: number): Promise<void> {
  await db.deleteFrom('foreign_metadata').where('expires_at', '<', time).execute()
}
