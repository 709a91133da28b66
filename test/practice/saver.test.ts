import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSaver } from '../../src/core/practice/saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const takes = (ms: number) => vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))

describe('saving by itself', () => {
  it('saves within seconds of a change, and not without one', async () => {
    const save = takes(10)
    const saver = startSaver(save, () => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).not.toHaveBeenCalled()
    saver.changed()
    await vi.advanceTimersByTimeAsync(3000)
    expect(save).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('takes at most 5 % of the time, however busy the chain', async () => {
    const save = takes(4000)
    const saver = startSaver(save, () => undefined)
    for (let second = 0; second < 1000; second += 1) {
      saver.changed()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(save.mock.calls.length).toBeGreaterThan(10)
    expect(save.mock.calls.length * 4000).toBeLessThanOrEqual(0.05 * 1_000_000 + 4000)
  })

  it('tries again after a failure', async () => {
    const save = vi.fn(() => Promise.resolve())
    save.mockRejectedValueOnce(new Error('disk full'))
    const failures: unknown[] = []
    const saver = startSaver(save, (error) => failures.push(error))
    saver.changed()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(failures).toHaveLength(1)
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('saves at once when asked, and no more after it was stopped', async () => {
    const save = vi.fn(() => Promise.resolve())
    const saver = startSaver(save, () => undefined)
    saver.changed()
    await saver.flush()
    expect(save).toHaveBeenCalledTimes(1)
    await saver.stop()
    saver.changed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(save).toHaveBeenCalledTimes(1)
  })
})
