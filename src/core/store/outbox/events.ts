import { rowInserter } from '../sqlite/insert-rows.ts'
import type { Store } from '../sqlite/open.ts'
import { unforced } from '../sqlite/unforced.ts'

export interface StoredEvent {
  /** The event's number in the stream; grows over all starts of the core. */
  seq: number
  projectId: string
  type: string
  /** JSON */
  data: string
  createdAt: number
}

const insert = rowInserter('events', ['seq', 'project_id', 'type', 'data', 'created_at'])

/** Adds events. Unforced: what an event says is in the journal anyway. */
export async function addEvents(db: Store, events: readonly StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ seq, projectId, type, data, createdAt }) => [seq, projectId, type, data, createdAt])
  await unforced(db, (tx) => insert(tx, rows))
}

/** The project's stored events after `seq`, oldest first. */
export async function eventsAfter(
  db: Store,
  projectId: string,
  seq: number,
  limit: number,
): Promise<{ seq: number; data: string }[]> {
  return await db
    .selectFrom('events')
    .select(['seq', 'data'])
    .where('project_id', '=', projectId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The number of the newest stored event; 0 when there is none. */
export async function lastEventSeq(db: Store): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Forgets the events made before `time` (milliseconds since 1970). */
export async function removeEventsBefore(db: Store, time: number): Promise<void> {
  await db.deleteFrom('events').where('created_at', '<', time).execute()
}
