/** The messages for webhooks, and how far their deliveries are. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import type { EndedActionsTable } from '../tables/outbox.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export type EndedAction = Selectable<EndedActionsTable>

/** Ended actions of which no messages were made yet, oldest first. */
export async function endedActions(db: Db, limit: number): Promise<EndedAction[]> {
  return await db.selectFrom('ended_actions').selectAll().orderBy('seq').limit(limit).execute()
}

export interface NewMessage {
  /** `svix-id` */
  id: string
  type: string
  /** JSON */
  body: string
  /** The webhooks that it is sent to. */
  webhookIds: string[]
}

/**
 * Replaces ended actions by their messages in one transaction, so that each message is made once. What ended meanwhile stays, whatever its `seq`.
 * @param ended `seq` of what the messages were made of
 */
export function addMessages(
  db: Store,
  messages: readonly NewMessage[],
  ended: readonly number[],
  now: number,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const all = JSON.stringify(messages)
    await sql`
      insert into webhook_messages (id, type, body, created_at)
        select value ->> 'id', value ->> 'type', value ->> 'body', ${now} from json_each(${all})`.execute(tx)
    // A webhook that was removed or turned off meanwhile gets no delivery.
    await sql`
      insert into webhook_deliveries (webhook_id, message_pk, state, attempts, next_at)
        select webhooks.id, message.pk, 'waiting', 0, ${now} from json_each(${all}) as one
          cross join webhook_messages message on message.id = one.value ->> 'id'
          cross join json_each(one.value, '$.webhookIds') as named
          cross join webhooks on webhooks.id = named.value and webhooks.disabled_at is null
        order by message.pk`.execute(tx)
    await sql`delete from ended_actions where seq in (select value from json_each(${JSON.stringify(ended)}))`.execute(
      tx,
    )
  })
}

export interface DueDelivery {
  pk: number
  /** `svix-id` */
  id: string
  body: string
  /** Attempts so far. */
  attempts: number
}

/** Deliveries of a webhook whose time has come, those that wait longest first. */
export async function dueDeliveries(db: Db, webhookId: string, now: number, limit: number): Promise<DueDelivery[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_messages', 'webhook_messages.pk', 'webhook_deliveries.message_pk')
    .select(['webhook_deliveries.pk', 'webhook_messages.id', 'body', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('webhook_deliveries.pk')
    .limit(limit)
    .execute()
}

/** When the next delivery of a webhook is due; null when none waits. */
export async function nextDue(db: Db, webhookId: string): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_at')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? null
}

export interface AttemptEnd {
  pk: number
  /** How many there were before it. */
  attempts: number
  /** The status that was answered; null when there was none. */
  status: number | null
  /** Why it failed; null when it went well. */
  error: string | null
  at: number
  /** When it is tried again; null when it is not. */
  nextAt: number | null
}

/**
 * Stores how attempts ended, in the deliveries and their webhook. A failed attempt does not change a delivery that was begun again meanwhile.
 * @param quiet ms without any attempt, after which a failure begins a new period of failures
 */
export function noteAttempts(
  db: Store,
  webhookId: string,
  ends: readonly AttemptEnd[],
  { quiet }: { quiet: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const { pk, attempts, status, error, at, nextAt } of ends) {
      const hooks = tx.updateTable('webhooks').where('id', '=', webhookId)
      if (error === null) await hooks.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
      else
        await hooks
          .set({ failing_since: at })
          .where(({ or, eb, exists, not, selectFrom }) =>
            or([
              eb('failing_since', 'is', null),
              not(
                exists(
                  selectFrom('webhook_deliveries')
                    .select('pk')
                    .where('webhook_id', '=', webhookId)
                    .where('last_at', '>=', at - quiet),
                ),
              ),
            ]),
          )
          .execute()
      await tx
        .updateTable('webhook_deliveries')
        .set({
          state: error === null ? 'delivered' : nextAt === null ? 'failed' : 'waiting',
          attempts: sql<number>`attempts + 1`,
          next_at: nextAt,
          last_at: at,
          last_status: status,
          last_error: error,
        })
        .where('pk', '=', pk)
        .where('state', '=', 'waiting')
        .$if(error !== null, (query) => query.where('attempts', '=', attempts))
        .execute()
    }
  })
}

/** Lets deliveries be tried from the beginning: one by its message's id, or all that were given up. @returns how many */
export async function resendDeliveries(
  db: Db,
  webhookId: string,
  messageId: string | undefined,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: now })
    .where('webhook_id', '=', webhookId)
    .$if(messageId === undefined, (query) => query.where('state', '=', 'failed'))
    .$if(messageId !== undefined, (query) =>
      query.where('message_pk', 'in', (eb) =>
        eb
          .selectFrom('webhook_messages')
          .select('pk')
          .where('id', '=', messageId ?? ''),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A page of a webhook's deliveries, newest first, those before `before` (a `pk`). */
export async function listDeliveries(db: Db, webhookId: string, before: number | undefined, limit: number) {
  return await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_messages', 'webhook_messages.pk', 'webhook_deliveries.message_pk')
    .select(['webhook_deliveries.pk', 'webhook_messages.id', 'type', 'body', 'created_at'])
    .select(['state', 'attempts', 'next_at', 'last_at', 'last_status', 'last_error'])
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('webhook_deliveries.pk', '<', before ?? 0))
    .orderBy('webhook_deliveries.pk', 'desc')
    .limit(limit)
    .execute()
}

/** How many deliveries of a webhook wait, and how many were given up. */
export async function countDeliveries(db: Db, webhookId: string): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute()
  const of = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0
  return { waiting: of('waiting'), failed: of('failed') }
}

/**
 * Removes up to `limit` messages that do not wait any more: those older than `time`, and those beyond the newest `kept` that were delivered
 * everywhere.
 * @returns how many: ask again until it is less than `limit`
 */
export function forgetMessages(db: Store, { time, kept, limit }: { time: number; kept: number; limit: number }) {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pk: number }>`
      select pk from webhook_messages m where (
          (created_at < ${time} and not exists (select 1 from webhook_deliveries d where d.message_pk = m.pk and d.state = 'waiting'))
          or (pk <= (select max(pk) from webhook_messages) - ${kept}
              and not exists (select 1 from webhook_deliveries d where d.message_pk = m.pk and d.state <> 'delivered')))
        order by pk limit ${limit}`.execute(tx)
    const pks = JSON.stringify(rows.map(({ pk }) => pk))
    await sql`delete from webhook_deliveries where message_pk in (select value from json_each(${pks}))`.execute(tx)
    await sql`delete from webhook_messages where pk in (select value from json_each(${pks}))`.execute(tx)
    return rows.length
  })
}
