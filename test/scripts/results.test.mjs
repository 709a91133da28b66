import { expect, it } from 'vitest'
import { countPlaywright, countVitest, judge } from '../../scripts/lib/results.mjs'

const file = (status, ...tests) => ({
  name: '/x/a.test.ts',
  status,
  message: 'cannot be read',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: 'adds up',
    failureMessages: test === 'failed' ? ['\u001b[31mError: 3 for 2\u001b[39m\n  at a.ts:1'] : [],
  })),
})

it('counts tests of vitest, and a file that cannot be read as a failure, and names both', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')],
  }
  expect(countVitest(report)).toEqual({
    passed: 2,
    failed: 2,
    names: ['/x/a.test.ts › adds up › Error: 3 for 2', '/x/a.test.ts › the file itself › cannot be read'],
  })
})

it('counts tests of Playwright, and an error outside of tests as a failure, and names both', () => {
  const ok = { title: 'is there', ok: true, tests: [{ results: [{}] }] }
  const broken = { title: 'opens', ok: false, tests: [{ results: [{ error: { message: 'Error: closed\nat b' } }] }] }
  const report = {
    stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 3 },
    errors: [{ message: 'no browser' }],
    suites: [{ file: 'a.spec.ts', specs: [ok], suites: [{ file: 'a.spec.ts', specs: [broken] }] }],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 6,
    failed: 2,
    names: ['a.spec.ts › opens › Error: closed', 'outside of tests › no browser'],
  })
})

it('takes nothing for a success that is none', () => {
  expect(judge({ passed: 3, failed: 0 }, 0)).toMatchObject({ passed: 3, failed: 0, remark: '' })
  expect(judge({ passed: 3, failed: 2 }, 1)).toMatchObject({ passed: 3, failed: 2, remark: '' })
  expect(judge({ passed: 3, failed: 0 }, 1)).toMatchObject({ failed: 1 })
  expect(judge({ passed: 0, failed: 0 }, 0)).toMatchObject({ failed: 1, remark: 'ran no test' })
  expect(judge(undefined, 0)).toMatchObject({ failed: 1, remark: 'ended without a report' })
})
