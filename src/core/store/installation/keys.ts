import type { Kysely, Selectable } from 'kysely'
import type { KeyPatch, Scope } from '../../../shared/app-api.ts'
import { scopes } from '../../../shared/app-api.ts'
import { builtOnce } from '../sqlite/built-once.ts'
import type { Store } from '../sqlite/open.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { ApiKeysTable } from '../tables/installation.ts'
import type { Database } from '../tables/schema.ts'

export interface StoredKey {
  id: string
  projectId: string
  name: string
  /** SHA-256 of the key. */
  hash: Buffer
  /** The first and last few characters. */
  hint: string
  scopes: Scope[]
  /** Milliseconds since 1970, as all times here. */
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
  /** Null: no bound. */
  requestsPerMinute: number | null
  mintsPerDay: number | null
}

export async function addKey(db: Store, key: StoredKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      project_id: key.projectId,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      scopes: key.scopes.join(','),
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
      revoked_at: key.revokedAt,
      requests_per_minute: key.requestsPerMinute,
      mints_per_day: key.mintsPerDay,
    })
    .execute()
}

const byHash = builtOnce((db, { hash }: { hash: Buffer }) =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', hash),
)

export function findKey(reader: Reader, hash: Buffer): StoredKey | undefined {
  const [row] = byHash.now(reader, { hash })
  return row && storedKey(row)
}

/** A key as it is now, also within a transaction; undefined when there is none. */
export async function keyWithId(db: Kysely<Database>, id: string): Promise<StoredKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && storedKey(row)
}

/** The project's keys, newest first, revoked ones included. */
export async function listKeys(db: Store, projectId: string): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(storedKey)
}

/** Revokes a key for good; revoking it again changes nothing. @returns whether the project has such a key */
export async function revokeKey(db: Store, projectId: string, id: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('api_keys')
    .set(({ fn, ref, val }) => ({ revoked_at: fn.coalesce(ref('revoked_at'), val(now)) }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

/** Changes a key's name and limits; what is undefined stays. @returns the key, or undefined where the project has none of that id */
export async function updateKey(
  db: Store,
  projectId: string,
  id: string,
  { name, requestsPerMinute, mintsPerDay }: KeyPatch,
): Promise<StoredKey | undefined> {
  const row = await db
    .updateTable('api_keys')
    .set({
      // Sets something in any case: without that the statement would be invalid.
      id,
      ...(name === undefined ? {} : { name }),
      ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute }),
      ...(mintsPerDay === undefined ? {} : { mints_per_day: mintsPerDay }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && storedKey(row)
}

/** Notes that a key was used. */
export async function touchKey(db: Store, id: string, now: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}

function storedKey(row: Selectable<ApiKeysTable>): StoredKey {
  const held = new Set(row.scopes.split(','))
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    hash: row.hash,
    hint: row.hint,
    scopes: scopes.filter((scope) => held.has(scope)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    requestsPerMinute: row.requests_per_minute,
    mintsPerDay: row.mints_per_day,
  }
}
