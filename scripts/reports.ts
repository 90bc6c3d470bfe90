/** How many tests passed, failed and were skipped. */
export type Count = { passed: number; failed: number; skipped: number }

/** A test as a run reports it; a flaky one failed first and passed when it was tried again. */
export type RanTest = { path: string; title: string; status: 'passed' | 'failed' | 'flaky' | 'skipped' }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
  config: { rootDir: string }
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
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

/**
 * Counts Playwright's JSON report.
 * @param isSettled whether journeys that passed only at their second try have since passed whenever they ran alone; otherwise
 *   they have failed
 */
export function countPlaywright(text: string, isSettled = false): Count {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
  const [passed, failed] = isSettled ? [stats.flaky, 0] : [0, stats.flaky]
  return {
    passed: stats.expected + passed,
    failed: stats.unexpected + failed + errors.length,
    skipped: stats.skipped,
  }
}

/** A test after the flaky ones have passed alone. */
export const settled = (test: RanTest): RanTest => (test.status === 'flaky' ? { ...test, status: 'passed' } : test)

/** Finds these tests by their titles, in whatever project. */
export const titlesPattern = (tests: RanTest[]): string =>
  tests.map(({ title }) => title.replace(/ \(\w+\)$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')

/** The tests in Vitest's JSON report, with paths from the root of the repository. */
export function testsOfVitest(text: string, root: string): RanTest[] {
  return (JSON.parse(text) as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      path: pathIn(root, name),
      title: fullName,
      status: status === 'passed' || status === 'failed' ? status : ('skipped' as const),
    })),
  )
}

const statuses: Record<string, RanTest['status']> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
}

/** The tests in Playwright's JSON report, once per project that ran them. */
export function testsOfPlaywright(text: string, root: string): RanTest[] {
  const { suites, config } = JSON.parse(text) as PlaywrightReport
  const testsIn = (suite: PlaywrightSuite): RanTest[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status }) => ({
        path: pathIn(root, `${config.rootDir}/${file}`),
        title: `${title} (${projectName})`,
        status: statuses[status] ?? 'failed',
      })),
    ),
    ...(suite.suites ?? []).flatMap(testsIn),
  ]
  return suites.flatMap(testsIn)
}

function pathIn(root: string, path: string): string {
  return path.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, '')
}

/** Counts a finished runner. One without a report or tests failed, and so did one that no failed test explains. */
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
