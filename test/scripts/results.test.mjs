import { expect, it } from 'vitest'
import { countPlaywright, countVitest, judge } from '../../scripts/lib/results.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })

it('counts tests of vitest, and a file that cannot be read as a failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')],
  }
  expect(countVitest(report)).toEqual({ passed: 2, failed: 2 })
})

it('counts tests of Playwright, and an error outside of tests as a failure', () => {
  const report = { stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }, errors: [{}] }
  expect(countPlaywright(report)).toEqual({ passed: 6, failed: 3 })
})

it('takes nothing for a success that is none', () => {
  expect(judge({ passed: 3, failed: 0 }, 0)).toEqual({ passed: 3, failed: 0, remark: '' })
  expect(judge({ passed: 3, failed: 2 }, 1)).toEqual({ passed: 3, failed: 2, remark: '' })
  expect(judge({ passed: 3, failed: 0 }, 1)).toMatchObject({ failed: 1 })
  expect(judge({ passed: 0, failed: 0 }, 0)).toMatchObject({ failed: 1, remark: 'ran no test' })
  expect(judge(undefined, 0)).toMatchObject({ failed: 1, remark: 'ended without a report' })
})
