import { expect, it } from 'vitest'
import { afterAnswer, afterRefusal, spanOf } from '../../src/core/lib/span.ts'

/** Reads so many blocks through an RPC that takes `limit` at once; how many calls that took, refused ones included. */
function callsFor(blocks: number, limit: number, results: (blocks: number) => number = () => 0): number {
  let span = spanOf(1_000)
  let calls = 0
  for (let done = 0; done < blocks; ) {
    calls++
    const asked = Math.min(span.blocks, blocks - done)
    if (asked > limit) span = afterRefusal(span, asked) ?? spanOf(1)
    else {
      done += asked
      span = afterAnswer(span, results(asked))
    }
    if (calls > 100_000) throw new Error('it does not end')
  }
  return calls
}

it.each([1, 10, 100, 500, 1_000, 2_000, 10_000, 50_000])(
  'finds what an RPC takes (%i blocks), and stays there',
  (limit) => {
    const calls = callsFor(limit * 500, limit)
    // 500 full ranges, and what finding the limit cost.
    expect(calls).toBeLessThan(620)
  },
)

it('reads a quiet chain in few calls, and a busy one in bites that memory bears', () => {
  expect(callsFor(20_000_000, Number.POSITIVE_INFINITY)).toBeLessThan(25)
  let most = 0
  callsFor(10_000, Number.POSITIVE_INFINITY, (blocks) => {
    most = Math.max(most, blocks * 100)
    return blocks * 100
  })
  expect(most).toBeLessThanOrEqual(100_000)
})

it('says when one block alone is refused', () => {
  expect(afterRefusal(spanOf(1), 1)).toBeNull()
})
