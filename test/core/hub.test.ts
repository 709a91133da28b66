import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Hub, openHub } from '../../src/core/events/hub.ts'
import { createThrottle } from '../../src/core/events/throttle.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { AppEvent } from '../../src/shared/app-api.ts'

const log = pino({ level: 'silent' })
let folder = ''
let store: OpenStore
let project = ''
let hub: Hub

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-hub-'))
  store = openStore(join(folder, 'a.db'))
  project = (await firstProject(store.db, 1)).id
  hub = await openHub(store.db, Date.now, log)
})
afterEach(async () => {
  await hub.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const action = (n: number): AppEvent => ({ type: 'action', kind: 'nfts.create.succeeded', action: { n } })

/** What a reader that comes with this number gets at once. */
function read(lastId: number | undefined): { id: number; event: AppEvent }[] {
  const seen: { id: number; event: AppEvent }[] = []
  hub.subscribe(project, lastId, (id, event) => seen.push({ id, event }))()
  return seen
}

describe('the event stream', () => {
  test('goes on after the last event a reader had', () => {
    const seen: number[] = []
    hub.subscribe(project, undefined, (id) => seen.push(id))
    for (let n = 0; n < 5; n++) hub.publish(project, action(n))
    expect(seen).toHaveLength(5)
    expect(read(seen[2]).map(({ id }) => id)).toEqual(seen.slice(3))
    expect(read(seen[4])).toEqual([])
  })

  test('is of one project', () => {
    hub.publish('another', action(1))
    const seen: AppEvent[] = []
    hub.subscribe(project, undefined, (_id, event) => seen.push(event))
    hub.publish('another', action(2))
    expect(seen).toEqual([])
  })

  test('tells a reader that was away too long to load anew, once', () => {
    for (let n = 0; n < 5_000; n++) hub.publish('another', { type: 'reset' })
    const [reset, ...rest] = read(1)
    expect(reset?.event).toEqual({ type: 'reset' })
    expect(rest).toEqual([])
    hub.publish(project, action(1))
    expect(read(reset?.id).map(({ event }) => event)).toEqual([action(1)])
  })

  test('tells a reader of an earlier start to load anew, and what ended meanwhile', async () => {
    const seen: number[] = []
    hub.subscribe(project, undefined, (id) => seen.push(id))
    hub.publish(project, action(1))
    hub.publish(project, action(2))
    await hub.close()
    hub = await openHub(store.db, () => 5, log)
    expect(read(seen[0]).map(({ event }) => event)).toEqual([{ type: 'reset' }])
    const missed = await hub.actionsAfter(project, seen[0] ?? 0)
    expect(missed).toEqual([{ id: seen[1], event: action(2) }])
    // Numbers never come again, even when the clock was put back.
    hub.subscribe(project, undefined, (id) => seen.push(id))
    hub.publish(project, action(3))
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })
})

describe('telling about what changes', () => {
  test('happens at once, then no more often than asked, and ends with the last change', async () => {
    const calls: { key: string; at: number }[] = []
    let changes = 0
    let told = 0
    const throttle = createThrottle(
      50,
      async (key) => {
        told = changes
        calls.push({ key, at: performance.now() })
      },
      () => undefined,
    )
    const began = performance.now()
    while (performance.now() < began + 300 || calls.length < 2) {
      changes++
      throttle.changed('run')
      await new Promise((resolve) => setImmediate(resolve))
    }
    const took = performance.now() - began
    await throttle.close()
    expect(told).toBe(changes)
    expect(calls.length).toBeLessThanOrEqual(8 * Math.ceil(took / 300))
  })

  test('goes on after a failure', async () => {
    const failures: unknown[] = []
    const throttle = createThrottle(
      1,
      () => Promise.reject(new Error('no')),
      (error) => failures.push(error),
    )
    throttle.changed('a')
    throttle.changed('b')
    await throttle.close()
    expect(failures).toHaveLength(2)
  })
})
