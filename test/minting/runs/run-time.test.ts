import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeTime, perBlock, type TransactionSpan } from '../../../src/core/minting/runs/run-time.ts'

const span = (signedAt: number, endedAt: number | null, minted = 200, block: number | null = 1): TransactionSpan => ({
  ...{ signedAt, endedAt, minted, block },
})

describe('the time of a run', () => {
  it('is that in which something was under way: pauses do not count, what overlaps counts once', () => {
    expect(activeTime([span(0, 10), span(5, 20), span(3_600, 3_610)], 9_999)).toBe(30)
    expect(activeTime([span(100, null)], 160)).toBe(60)
    expect(activeTime([], 5)).toBe(0)
  })

  it('is never more than from the first to the last, nor less than the longest', () => {
    const spans = fc.array(
      fc.tuple(fc.nat(10_000), fc.nat(500)).map(([at, long]) => span(at, at + long)),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(spans, (all) => {
        const time = activeTime(all, 20_000)
        const ends = all.map(({ endedAt }) => endedAt ?? 0)
        expect(time).toBeLessThanOrEqual(Math.max(...ends) - Math.min(...all.map(({ signedAt }) => signedAt)))
        expect(time).toBeGreaterThanOrEqual(Math.max(...all.map(({ signedAt, endedAt }) => (endedAt ?? 0) - signedAt)))
      }),
    )
  })
})

describe('the chart of a run', () => {
  it('has the NFTs of each block that minted any, in the order of blocks', () => {
    expect(perBlock([span(0, 1, 200, 9), span(0, 1, 100, 7), span(0, 1, 50, 9), span(0, 1, 0, 8)], 10)).toEqual({
      per: 1,
      points: [100, 250],
    })
    expect(perBlock([span(0, null, 0, null)], 10)).toEqual({ per: 1, points: [] })
  })

  it('draws neighbours together where blocks are many', () => {
    const many = Array.from({ length: 9 }, (_, block) => span(0, 1, block, block))
    expect(perBlock(many, 4)).toEqual({ per: 2, points: [1.5, 3.5, 5.5, 7.5] })
  })
})
