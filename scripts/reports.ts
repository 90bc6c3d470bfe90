/** How many tests passed, failed and were skipped. */
export type Count = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts Vitest's JSON report; a file that could not even be loaded is one failure. */
export function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** So many journeys of a run may pass at the second try only: of hundreds, a browser itself hangs now and then. */
const MOST_SECOND_TRIES = 2

/** Counts Playwright's JSON report; where more journeys than that needed a second try, none of those passed. */
export function countPlaywright(text: string): Count {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
  const isChance = stats.flaky <= MOST_SECOND_TRIES
  return {
    passed: stats.expected + (isChance ? stats.flaky : 0),
    failed: stats.unexpected + (isChance ? 0 : stats.flaky) + errors.length,
    skipped: stats.skipped,
  }
}

/** What a runner's end amounts to: without a report, without a test, or with a bad exit nobody counted, it failed. */
export function countRun(report: string | undefined, count: (text: string) => Count, code: number | null): Count {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const counted = count(report)
  const ranNothing = counted.passed + counted.failed === 0
  const failedUncounted = code !== 0 && counted.failed === 0
  return ranNothing || failedUncounted ? { ...counted, failed: 1 } : counted
}

/** The sum of several counts. */
export function addCounts(counts: Count[]): Count {
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The last line of `npm test`. */
export function summaryLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
