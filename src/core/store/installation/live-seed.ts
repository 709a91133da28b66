import type { Store } from '../sqlite/open.ts'

/** The fingerprint of the seed that the live projects are made with; undefined before the first of them. */
export async function liveSeedFingerprint(db: Store): Promise<string | undefined> {
  const row = await db.selectFrom('live_seed').select('fingerprint').executeTakeFirst()
  return row?.fingerprint
}

/** Stores the fingerprint of the first live project's seed (null: there is none); a stored one stays. */
export async function keepLiveSeed(db: Store, fingerprint: string | null): Promise<void> {
  if (fingerprint === null) return
  await db
    .insertInto('live_seed')
    .values({ only_one: 1, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
