import type { Logger } from 'pino'
import { type AppEvent, appEvent } from '../../shared/app-api.ts'
import { addEvents, eventsAfter, lastEventSeq, removeEventsBefore, type StoredEvent } from '../store/outbox/events.ts'
import type { Store } from '../store/sqlite/open.ts'

/** Ours: at five updates a second of a run, a reader that was away for half a minute catches up without loading everything again. */
const keptInMemory = 2_000
/** Ours, ms: how long events of actions are kept. */
const keptOnDisk = 30 * 24 * 3_600_000
const replayed = 1_000

/** The event stream of the window. Event numbers only grow while the core runs. */
export interface EventHub {
  publish(projectId: string, event: AppEvent): void
  /**
   * Calls the listener with the project's events after `lastId` (undefined: from now on), stored ones first. If `lastId` is
   * too old, a `reset` comes first. Returns a function that ends the subscription.
   */
  subscribe(projectId: string, lastId: number | undefined, listener: (id: number, event: AppEvent) => void): () => void
}

export interface Hub extends EventHub {
  /** Calls the listener with the events of all projects from now on, while the core runs. */
  hear(listener: (event: AppEvent) => void): void
  /** The events of actions after event `id`, also from earlier starts of the core; oldest first. */
  actionsAfter(projectId: string, id: number): Promise<{ id: number; event: AppEvent }[]>
  /** Waits until every published event that belongs on disk is there. */
  close(): Promise<void>
}

interface Kept {
  id: number
  projectId: string
  event: AppEvent
}

/**
 * Opens the event stream. Numbers grow over all starts of the core: the first number of a start is above all earlier
 * ones. The newest events stay in memory for readers that reconnect; those of actions are also in the `events` table.
 */
export async function openHub(db: Store, clock: () => number, log: Logger): Promise<Hub> {
  // Numbers start at the microseconds since 1970, so that none is used twice: a thousand events a millisecond are never published for long.
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
      // The journal holds what the event reports; a full disk loses only the event.
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
