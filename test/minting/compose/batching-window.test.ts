import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { burstWait } from '../../../src/core/minting/compose/batching-window.ts'
import { gatherWakings } from '../../../src/core/minting/wakings.ts'

describe('mints of the API that wait', () => {
  const usual = 300
  const waiting = (mints: number, firstAt: number, lastAt: number) => ({
    first: { pk: 1, createdAt: firstAt },
    last: { pk: mints, createdAt: lastAt },
  })

  it.each([
    ['one alone', 1, 1_000, 1_000, 1_001],
    ['a few', 99, 1_000, 1_100, 1_101],
    ['many, slowly', 280, 1_000, 2_000, 2_001],
    ['a batch in one call', 10_000, 1_000, 1_000, 1_001],
    ['many, of which the last came a while ago', 2_000, 1_000, 2_000, 2_300],
    ['many, under a clock that was put back', 2_000, 1_000, 2_000, 1_900],
    ['many, that have waited for long', 10_000, 1_000, 10_599, 10_600],
  ])('go on: %s', (_name, mints, firstAt, lastAt, now) => {
    expect(burstWait(waiting(mints, firstAt, lastAt), now, usual)).toBe(0)
  })

  it('are held while many pour in, until a moment without any, or the bound', () => {
    expect(burstWait(waiting(600, 1_000, 1_290), 1_300, usual)).toBe(290)
    expect(burstWait(waiting(8_000, 1_000, 10_490), 10_500, usual)).toBe(100)
    expect(burstWait(waiting(8_000, 1_000, 10_490), 10_500, 0)).toBe(0)
  })
})

describe('wakings', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('of one turn are one, and the first ones are passed on at once', async () => {
    const woken: number[] = []
    const wake = gatherWakings((pk) => woken.push(pk), 300)
    for (const pk of [1, 1, 2, 1]) wake(pk)
    await vi.advanceTimersByTimeAsync(0)
    expect(woken).toEqual([1, 2])
  })

  it('that go on coming are one in each moment, and the last is passed on', async () => {
    const woken: number[] = []
    const wake = gatherWakings((pk) => woken.push(pk), 300)
    for (let ms = 0; ms < 3_000; ms += 10) {
      wake(1)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(woken.length).toBeGreaterThan(5)
    expect(woken.length).toBeLessThan(15)
    const before = woken.length
    wake(1)
    await vi.advanceTimersByTimeAsync(300)
    expect(woken.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(1_000)
    wake(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(woken.length).toBe(before + 2)
  })
})
