import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { rowInserter } from '../sqlite/insert-rows.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Identifies a request with an idempotency key: the key counts within project, method and path. */
export interface RequestIdentity {
  projectId: string
  /** `<method> <path>` */
  route: string
  key: string
}

/** The same with the collection that the path names: if that is removed, the key is removed with it. */
export interface KeyedIdentity extends RequestIdentity {
  collectionPk: number | null
}

export interface Remembered {
  /** SHA-256 (hex) of the canonical body. */
  body: string
  /** Ids of what was made, in the order of the request. */
  ids: string[]
}

const recallText = `
  select wanted.key as place, body, resource from json_each(?) as wanted
    cross join idempotency as kept on kept.project_id = wanted.value ->> 0 and kept.route = wanted.value ->> 1
      and kept.key = wanted.value ->> 2`

/** What earlier requests of these keys made, in their order; undefined for nothing so far. */
export async function recall(db: Db, requests: readonly RequestIdentity[]): Promise<(Remembered | undefined)[]> {
  const wanted = JSON.stringify(requests.map(({ projectId, route, key }) => [projectId, route, key]))
  const { rows } = await db.executeQuery<{ place: number; body: string; resource: string }>(
    CompiledQuery.raw(recallText, [wanted]),
  )
  const found = new Map(rows.map((row) => [row.place, row]))
  return requests.map((_, place) => {
    const row = found.get(place)
    return row && { body: row.body, ids: JSON.parse(row.resource) as string[] }
  })
}

const insert = rowInserter('idempotency', [
  'project_id',
  'collection_pk',
  'route',
  'key',
  'body',
  'resource',
  'created_at',
])

/** Remembers what requests made, in the transaction that makes it. It throws where one of the keys is remembered already. */
export async function remember(
  tx: Transaction<Database>,
  requests: readonly (KeyedIdentity & Remembered)[],
  now: number,
): Promise<void> {
  await insert(
    tx,
    requests.map(({ projectId, collectionPk, route, key, body, ids }) => [
      projectId,
      collectionPk,
      route,
      key,
      body,
      JSON.stringify(ids),
      now,
    ]),
  )
}
