import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BlockMaker, startBlockMaker } from '../../src/core/practice/block-maker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A pool, and blocks that take at most `room` of it. */
function network(room = 100) {
  const seen = { pending: 0, held: false, includable: true, blocks: [] as number[] }
  const started = performance.now()
  const maker: BlockMaker = startBlockMaker({
    intervalMs: 1000,
    held: () => seen.held,
    pending: async () => seen.pending,
    mine: async () => {
      seen.blocks.push(Math.round(performance.now() - started))
      const taken = seen.includable ? Math.min(room, seen.pending) : 0
      seen.pending -= taken
      return taken
    },
    onError: (error) => {
      throw error
    },
  })
  return { seen, maker }
}

const gaps = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0))

describe('making blocks', () => {
  it('makes none while nothing is pending and nobody waits', async () => {
    const { seen } = network()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(seen.blocks).toEqual([])
  })

  it('includes a transaction within a second of its coming, and then rests', async () => {
    const { seen } = network()
    await vi.advanceTimersByTimeAsync(10_100)
    seen.pending = 1
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen.blocks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.blocks).toHaveLength(1)
  })

  it('makes one a second until the pool is empty', async () => {
    const { seen } = network(10)
    seen.pending = 45
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen.blocks).toHaveLength(5)
    for (const gap of gaps(seen.blocks)) expect(gap).toBeGreaterThanOrEqual(990)
    for (const gap of gaps(seen.blocks)) expect(gap).toBeLessThan(1100)
  })

  it('gathers what is just being sent into the first block', async () => {
    const { seen } = network(1000)
    for (let sent = 0; sent < 10; sent += 1) {
      seen.pending += 20
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen.blocks).toHaveLength(1)
  })

  it('makes one a second while someone waits for confirmations, the first within a second', async () => {
    const { seen, maker } = network()
    await vi.advanceTimersByTimeAsync(10_000)
    seen.held = true
    maker.wake()
    await vi.advanceTimersByTimeAsync(1100)
    expect(seen.blocks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4000)
    expect(seen.blocks).toHaveLength(5)
    seen.held = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.blocks).toHaveLength(5)
  })

  it('leaves alone what no block takes, until something changes', async () => {
    const { seen } = network()
    seen.includable = false
    seen.pending = 1
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.blocks).toHaveLength(3)
    seen.includable = true
    seen.pending = 2
    await vi.advanceTimersByTimeAsync(2000)
    expect(seen.blocks).toHaveLength(4)
    expect(seen.pending).toBe(0)
  })

  it('makes no more once stopped', async () => {
    const { seen, maker } = network()
    await maker.stop()
    seen.pending = 1
    maker.wake()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen.blocks).toEqual([])
  })
})
