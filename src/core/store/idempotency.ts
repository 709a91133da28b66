import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** What a request with an idempotency key is known by: the key counts within project, method and path. */
export interface RequestIdentity {
  projectId: string
  /** `<method> <path>` */
  route: string
  key: string
}

export interface Remembered {
  /** SHA-256 (hex) of the canonical body. */
  body: string
  /** Ids of what was made, in the order of the request. */
  ids: string[]
}

/** What an earlier request of this key made. */
export async function recall(db: Db, request: RequestIdentity): Promise<Remembered | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['body', 'resource'])
    .where('project_id', '=', request.projectId)
    .where('route', '=', request.route)
    .where('key', '=', request.key)
    .executeTakeFirst()
  return row && { body: row.body, ids: JSON.parse(row.resource) as string[] }
}

/** Remembers what a request made, in the transaction that makes it. */
export async function remember(
  tx: Transaction<Database>,
  request: RequestIdentity,
  { body, ids }: Remembered,
  now: number,
): Promise<void> {
  await tx
    .insertInto('idempotency')
    .values({
      project_id: request.projectId,
      route: request.route,
      key: request.key,
      body,
      resource: JSON.stringify(ids),
      created_at: now,
    })
    .execute()
}
