/** Reads the JSON reports of vitest and Playwright into counts. */
import { stripVTControlCharacters } from 'node:util'

/**
 * The counts of one part. A problem without a failed test (a file that cannot be read, an error outside of tests, a crash, no
 * test at all) counts as a failure, so that the sum is never better than the truth.
 * @param {{passed: number, failed: number, names?: string[]} | undefined} counted the report's counts; undefined if there is no report
 * @param {number} code the runner's exit code
 * @returns {{passed: number, failed: number, names: string[], remark: string}}
 */
export function judge(counted, code) {
  if (!counted) return { passed: 0, failed: 1, names: [], remark: 'ended without a report' }
  const { passed, failed, names = [] } = counted
  if (passed + failed === 0) return { passed, failed: 1, names, remark: 'ran no test' }
  if (failed === 0 && code !== 0) return { passed, failed: 1, names, remark: `ended with exit code ${code}` }
  return { passed, failed, names, remark: '' }
}

/**
 * Counts of a vitest JSON report, and each failure with the first line of its reason. A file that failed without a failed test is one failure.
 * @returns {{passed: number, failed: number, names: string[]}}
 */
export function countVitest(report) {
  const names = []
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed) names.push(named(name, fullName, failureMessages?.[0]))
    if (status === 'failed' && failed.length === 0) names.push(named(name, 'the file itself', message))
  }
  return { passed: report.numPassedTests, failed: names.length, names }
}

/**
 * Counts of a Playwright JSON report, and the failures. An error outside of tests is one failure; a flaky test counts as passed.
 * @returns {{passed: number, failed: number, names: string[]}}
 */
export function countPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats
  const names = []
  const walk = ({ title, file, specs = [], suites = [] }) => {
    for (const spec of specs) {
      const error = spec.tests?.flatMap(({ results = [] }) => results).find((result) => result.error)?.error
      if (!spec.ok) names.push(named(spec.file ?? file ?? title, spec.title, error?.message))
    }
    suites.forEach(walk)
  }
  report.suites?.forEach(walk)
  for (const { message } of report.errors) names.push(named('outside of tests', '', message))
  return { passed: expected + flaky, failed: unexpected + report.errors.length, names }
}

/** One line about a failure: the file, the test, and the first line of the reason. */
function named(file, test, why) {
  const reason = stripVTControlCharacters(why ?? '').split('\n')[0]
  return [file, test, reason].filter(Boolean).join(' › ').slice(0, 500)
}
