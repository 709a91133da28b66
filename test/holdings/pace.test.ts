import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPace, paceCalls, paceMs } from '../../src/core/holdings/providers/pace.ts'

const never = new AbortController().signal

/** Time that passes only while somebody sleeps. */
function virtual() {
  let now = 0
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    pace: openPace({
      name: 'Koios',
      clock: () => now,
      sleep: async (ms) => {
        now += ms
      },
    }),
  }
}

it('no more calls leave in any ten seconds than a service takes, in the order in which they asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 200, maxLength: 500 }), async (rests) => {
      const { now, pass, pace } = virtual()
      const left: number[] = []
      for (const rest of rests) {
        pass(rest < 300 ? 0 : rest)
        await pace.turn(never)
        left.push(now())
      }
      for (const [n, at] of left.entries())
        expect(at - (left[n - paceCalls] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(paceMs)
    }),
    { numRuns: 20 },
  )
  expect(paceCalls).toBeLessThan(100)
})

it('a rest that a service asks for is kept: a short one is waited for, a long one is told', async () => {
  const { now, pass, pace } = virtual()
  pace.rest(3_000)
  await pace.turn(never)
  expect(now()).toBe(3_000)
  pace.rest(60_000)
  await expect(pace.turn(never)).rejects.toMatchObject({
    code: 'provider.limited',
    message: expect.stringContaining('left alone for 60 seconds'),
  })
  pass(50_000)
  await pace.turn(never)
  expect(now()).toBe(63_000)
})

it('whoever gives up keeps nobody waiting', async () => {
  const { pace } = virtual()
  const gone = AbortSignal.abort(new Error('closed'))
  const [first, second] = await Promise.allSettled([pace.turn(gone), pace.turn(never)])
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
})
