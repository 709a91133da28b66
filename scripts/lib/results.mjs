/** Reading the JSON reports of vitest and Playwright into counts. */

/**
 * Counts of one part. Whatever went wrong without a failed test (a file that cannot be read, an error outside of tests, a
 * crash, no test at all) counts as a failure, so that the sum is never better than the truth.
 * @param {{passed: number, failed: number} | undefined} counted what the report says; undefined where there is none
 * @param {number} code the runner's exit code
 * @returns {{passed: number, failed: number, remark: string}}
 */
export function judge(counted, code) {
  if (!counted) return { passed: 0, failed: 1, remark: 'ended without a report' }
  const { passed, failed } = counted
  if (passed + failed === 0) return { passed, failed: 1, remark: 'ran no test' }
  if (failed === 0 && code !== 0) return { passed, failed: 1, remark: `ended with exit code ${code}` }
  return { passed, failed, remark: '' }
}

/** Counts of a vitest JSON report; a file that failed without a failed test is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Counts of a Playwright JSON report; an error outside of tests is one failure. A flaky test passed in the end. */
export function countPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length }
}
