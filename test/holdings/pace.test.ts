import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blockfrost } from '../../src/core/holdings/providers/blockfrost.ts'
import { koios } from '../../src/core/holdings/providers/koios.ts'
import { openPace, slidingWindow, tokenBucket } from '../../src/core/holdings/providers/pace.ts'

const never = new AbortController().signal

/** Time that passes only while somebody sleeps. */
function virtual(rule = slidingWindow(90, 10_000)) {
  let now = 0
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    pace: openPace({
      name: 'Koios',
      rule,
      clock: () => now,
      sleep: async (ms) => {
        now += ms
      },
    }),
  }
}

const rests = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 200, maxLength: 700 })
const leaving = async ({ now, pass, pace }: ReturnType<typeof virtual>, all: readonly number[]): Promise<number[]> => {
  const left: number[] = []
  for (const rest of all) {
    pass(rest < 300 ? 0 : rest)
    await pace.turn(never)
    left.push(now())
  }
  return left
}

it('no more calls leave in any ten seconds than Koios takes', async () => {
  await fc.assert(
    fc.asyncProperty(rests, async (all) => {
      const left = await leaving(virtual(koios.rule()), all)
      for (const [n, at] of left.entries())
        expect(at - (left[n - 100] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(10_000)
    }),
    { numRuns: 20 },
  )
  // And not much fewer.
  expect(
    (
      await leaving(
        virtual(koios.rule()),
        Array.from({ length: 901 }, () => 0),
      )
    ).at(-1),
  ).toBe(100_000)
})

it('no more leave at once than Blockfrost takes after a rest, nor ten a second on the whole', async () => {
  await fc.assert(
    fc.asyncProperty(rests, async (all) => {
      // Its own reckoning: 500 at once, and ten more each second.
      let [room, before] = [500, 0]
      for (const at of await leaving(virtual(blockfrost.rule()), all)) {
        room = Math.min(500, room + (at - before) / 100) - 1
        before = at
        expect(room).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 20 },
  )
  const [first, ...others] = await leaving(virtual(tokenBucket(3, 100)), [0, 0, 0, 0, 0, 1_000, 0, 0, 0])
  expect([first, ...others]).toEqual([0, 0, 0, 100, 200, 1_200, 1_200, 1_200, 1_300])
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
