import { expect, it } from 'vitest'
import { rateOf, rateText } from '../../src/renderer/src/runs/rate.ts'
import { run } from './a-run.ts'

it('is said in whole NFTs where there are many, and with one decimal where there are few', () => {
  expect([0.04, 0.4, 1, 9.96, 10.4, 12_345.6].map(rateText)).toEqual(['0', '0.4', '1', '10', '10', '12,346'])
})

it('of a run that ended is the mean over the time in which something was under way', () => {
  const ended = { ...run, completedAt: '2026-01-03T00:00:00.000Z', counts: { ...run.counts, succeeded: 500 } }
  expect(rateOf({ ...ended, activeSeconds: 20 })).toBe(25)
  expect(rateOf(ended)).toBeNull()
  expect(rateOf({ ...run, rate: 7, activeSeconds: 100 })).toBe(7)
})
