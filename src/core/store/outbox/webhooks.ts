/** Webhooks: the servers that ended actions are reported to. */
import { sql } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import type { WebhooksTable } from '../tables/outbox.ts'

export interface StoredWebhook {
  id: string
  projectId: string
  url: string
  /** Empty: all there are. */
  events: string[]
  /** `whsec_…` */
  secret: string
  allowPrivate: boolean
  /** Milliseconds since 1970, as all times here. */
  createdAt: number
  /** When the first attempt failed after the last successful one. */
  failingSince: number | null
  disabledAt: number | null
}

/** Adds a webhook, to which everything that ends from now on is reported. */
export async function addWebhook(db: Store, webhook: StoredWebhook): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      project_id: webhook.projectId,
      url: webhook.url,
      events: webhook.events.join(','),
      secret: webhook.secret,
      allow_private: webhook.allowPrivate ? 1 : 0,
      created_at: webhook.createdAt,
      failing_since: webhook.failingSince,
      disabled_at: webhook.disabledAt,
    })
    .execute()
}

/** The project's webhooks, oldest first. */
export async function listWebhooks(db: Store, projectId: string): Promise<StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(stored)
}

/** Every project's webhooks that are on. */
export async function activeWebhooks(db: Store): Promise<StoredWebhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().where('disabled_at', 'is', null).execute()
  return rows.map(stored)
}

export async function findWebhook(db: Store, id: string): Promise<StoredWebhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Removes a webhook with its deliveries. */
export async function removeWebhook(db: Store, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Turns a webhook on again; earlier failures no longer count. */
export async function enableWebhook(db: Store, id: string): Promise<void> {
  await db.updateTable('webhooks').set({ disabled_at: null, failing_since: null }).where('id', '=', id).execute()
}

/** Turns a webhook off and gives up what waits for it, with the reason. @returns whether it was on */
export function disableWebhook(db: Store, id: string, reason: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhooks')
      .set({ disabled_at: now })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', next_at: null, last_error: sql<string>`coalesce(last_error, ${reason})` })
      .where('webhook_id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    return numUpdatedRows === 1n
  })
}

function stored(row: WebhooksTable): StoredWebhook {
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    events: row.events === '' ? [] : row.events.split(','),
    secret: row.secret,
    allowPrivate: row.allow_private === 1,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
  }
}
