import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workFollower } from '../../src/core/events/work.ts'
import type { AppEvent } from '../../src/shared/app-api.ts'
import type { Work } from '../../src/shared/core-messages.ts'
import { run } from '../renderer/a-run.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function follow() {
  const told: (Work | null)[] = []
  const database = { others: false, asked: 0, fault: false }
  const faults: unknown[] = []
  const work = workFollower({
    changed: (now) => told.push(now),
    isOutsideRuns: async () => {
      database.asked++
      if (database.fault) throw new Error('the disk is full')
      return database.others
    },
    failed: (error) => faults.push(error),
  })
  return { work, told, database, faults, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

const ended: AppEvent = { type: 'action', kind: 'nfts.create.succeeded', action: { status: 'succeeded' } }
const runEvent = (state: 'running' | 'finished'): AppEvent => ({
  type: 'run',
  run: { ...run, id: 'r', state, counts: { ...run.counts, total: 10, succeeded: 4, failed: 0, cancelled: 0 } },
})
const others = { runs: 0, done: 0, total: 0, others: true }

it('what programs ask for is work until the last of it has ended', async () => {
  const { work, told, database, pass } = follow()
  work.woken()
  await pass(0)
  expect(told).toEqual([])
  database.others = true
  work.woken()
  await pass(1_000)
  expect(told).toEqual([others])
  work.hear(ended)
  await pass(1_000)
  expect(told).toEqual([others])
  database.others = false
  work.hear(ended)
  await pass(1_000)
  expect(told).toEqual([others, null])
})

it('stands beside runs, and each ends by itself', async () => {
  const { work, told, database, pass } = follow()
  work.hear(runEvent('running'))
  database.others = true
  work.woken()
  await pass(0)
  work.hear(runEvent('finished'))
  database.others = false
  work.hear({ type: 'collection', id: 'c' })
  await pass(1_000)
  const running = { runs: 1, done: 4, total: 10, others: false }
  expect(told).toEqual([running, { ...running, others: true }, others, null])
})

it('is looked up once a second at most, however much is asked for, and not at all while nothing happens', async () => {
  const { work, database, pass } = follow()
  for (let asked = 0; asked < 5_000; asked++) {
    work.woken()
    work.hear(ended)
  }
  await pass(0)
  expect(database.asked).toBe(1)
  await pass(1_000)
  expect(database.asked).toBe(2)
  await pass(3_600_000)
  expect(database.asked).toBe(2)
})

it('is looked up again after a fault, which is told', async () => {
  const { work, told, database, faults, pass } = follow()
  database.fault = true
  work.woken()
  await pass(1_000)
  expect([faults.length, told]).toEqual([1, []])
  Object.assign(database, { fault: false, others: true })
  work.woken()
  await pass(1_000)
  expect(told).toEqual([others])
  await work.close()
})

it('ends with the practice network that it was on', async () => {
  const { work, told, database, pass } = follow()
  database.others = true
  work.woken()
  work.hear(runEvent('running'))
  await pass(0)
  database.others = false
  await work.forget(async () => false)
  expect(told.at(-1)).toBeNull()
})
