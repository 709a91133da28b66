import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rateOverTime, rateText } from '../../src/renderer/src/runs/rate.ts'

it('shows the NFTs settled in each second', () => {
  expect(
    rateOverTime([
      [0, 0],
      [1, 200],
      [2, 200],
      [3, 500],
    ]),
  ).toEqual([
    { second: 1, rate: 200 },
    { second: 2, rate: 0 },
    { second: 3, rate: 300 },
  ])
  expect(rateOverTime([])).toEqual([])
  expect(rateOverTime([[0, 5]])).toEqual([])
})

it('adds up to what was settled, however long the run was, in few enough points to draw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 5_000 })), {
        minLength: 1,
        maxLength: 60,
      }),
      (steps) => {
        const history: [number, number][] = [[0, 0]]
        for (const [seconds, settled] of steps) {
          const [at, so] = history.at(-1) ?? [0, 0]
          history.push([at + seconds, so + settled])
        }
        const [end, total] = history.at(-1) ?? [0, 0]
        const points = rateOverTime(history)
        const span = end / points.length
        expect(points.length).toBeLessThanOrEqual(Math.max(121, end > 120 ? 121 : end))
        const sum = points.reduce((all, { rate }) => all + rate * span, 0)
        expect(Math.abs(sum - total)).toBeLessThanOrEqual(1 + 0.05 * end + total * 0.02)
      },
    ),
  )
})

it('is said in whole NFTs where there are many, and with one decimal where there are few', () => {
  expect([0.04, 0.4, 1, 9.96, 10.4, 12_345.6].map(rateText)).toEqual(['0', '0.4', '1', '10', '10', '12,346'])
})
