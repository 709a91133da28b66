import type { Logger } from 'pino'
import { type AppEvent, appEvent } from '../../shared/app-api.ts'
import { addEvents, eventsAfter, lastEventSeq, removeEventsBefore, type StoredEvent } from '../store/outbox/events.ts'
import type { Store } from '../store/sqlite/open.ts'

/** Ours: at five updates a second of a run, a reader that was away for half a minute is caught up without loading anew. */
const keptInMemory = 2_000
/** Ours: how long the actions' events can be had. */
const keptOnDisk = 30 * 24 * 3_600_000
const replayed = 1_000

/** The event stream of the window. Numbers grow for as long as the core runs. */
export interface EventHub {
  publish(projectId: string, event: AppEvent): void
  /**
   * Hears the project's events after `lastId` (undefined: from now on), first the kept ones. A `reset` comes first when `lastId` is
   * too long ago. Returns the function that ends it.
   */
  subscribe(projectId: string, lastId: number | undefined, listener: (id: number, event: AppEvent) => void): () => void
}

export interface Hub extends EventHub {
  /** Hears the events of all projects from now on, for as long as the core runs. */
  hear(listener: (event: AppEvent) => void): void
  /** The events of actions that ended after event `id`, those of earlier starts of the core too; oldest first. */
  actionsAfter(projectId: string, id: number): Promise<{ id: number; event: AppEvent }[]>
  /** Waits until everything published is on disk that belongs there. */
  close(): Promise<void>
}

interface Kept {
  id: number
  projectId: string
  event: AppEvent
}

/**
 * The event stream's heart. Events are numbered over all starts of the core: the first number of a start is above all of the
 * last. The newest are kept in memory for readers that come back; those of actions are also in the `events` table.
 */
export async function openHub(db: Store, clock: () => number, log: Logger): Promise<Hub> {
  // Microseconds since 1970, so that no number is used twice: nothing publishes a thousand events a millisecond for long.
  const first = Math.max(clock() * 1_000, (await lastEventSeq(db)) + 1)
  await removeEventsBefore(db, clock() - keptOnDisk)
  let next = first
  let kept: Kept[] = []
  const listeners = new Map<string, Set<(id: number, event: AppEvent) => void>>()
  const hearers: ((event: AppEvent) => void)[] = []

  let unwritten: StoredEvent[] = []
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const events = unwritten
    unwritten = []
    try {
      for (let from = 0; from < events.length; from += 1_000) await addEvents(db, events.slice(from, from + 1_000))
    } catch (error) {
      // What the event tells stands in the journal; a full disk loses the notice only.
      log.warn({ err: error, events: events.length }, 'events were not stored')
    }
  }
  const store = (event: StoredEvent): void => {
    unwritten.push(event)
    if (unwritten.length === 1) writing = writing.then(write)
  }

  return {
    publish(projectId, event) {
      const id = next++
      kept.push({ id, projectId, event })
      if (kept.length > 2 * keptInMemory) kept = kept.slice(-keptInMemory)
      if (event.type === 'action')
        store({ seq: id, projectId, type: event.kind, data: JSON.stringify(event), createdAt: clock() })
      for (const listener of listeners.get(projectId) ?? []) listener(id, event)
      for (const listener of hearers) listener(event)
    },

    hear(listener) {
      hearers.push(listener)
    },

    subscribe(projectId, lastId, listener) {
      if (lastId !== undefined) {
        const oldest = kept[0]?.id ?? next
        if (lastId < first - 1 || lastId >= next || lastId < oldest - 1) listener(next - 1, { type: 'reset' })
        else for (const old of kept) if (old.id > lastId && old.projectId === projectId) listener(old.id, old.event)
      }
      const own = listeners.get(projectId) ?? new Set()
      listeners.set(projectId, own)
      own.add(listener)
      return () => {
        own.delete(listener)
      }
    },

    async actionsAfter(projectId, id) {
      await writing
      const rows = await eventsAfter(db, projectId, id, replayed)
      return rows.map(({ seq, data }) => ({ id: seq, event: appEvent.parse(JSON.parse(data)) }))
    },

    async close() {
      await writing
    },
  }
}
