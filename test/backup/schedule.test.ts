import { expect, it } from 'vitest'
import { isDue } from '../../src/core/backup/schedule.ts'

const now = 10_000_000
const usual = { now, everyMinutes: 5, failed: false }

it.each([
  ['there is none yet', { begun: 0, changed: now - 1 }, true],
  ['nothing changed since the last one', { begun: now - 3_600_000, changed: now - 3_600_001 }, false],
  ['it changes all the time, and the minutes have passed', { begun: now - 300_000, changed: now - 1 }, true],
  ['it changes all the time, and they have not', { begun: now - 299_999, changed: now - 1 }, false],
  ['it changed and is quiet now', { begun: now - 60_000, changed: now - 15_000 }, true],
  ['it is quiet for a moment only', { begun: now - 60_000, changed: now - 14_999 }, false],
  ['the last one failed a minute ago', { begun: now - 60_000, changed: 0, failed: true }, true],
  ['the last one failed just now', { begun: now - 59_999, changed: now - 1, failed: true }, false],
  ['the clock was put back', { begun: now + 3_600_000, changed: now - 1 }, true],
])('when %s: %o %s', (_when, more, due) => {
  expect(isDue({ ...usual, ...more })).toBe(due)
})
