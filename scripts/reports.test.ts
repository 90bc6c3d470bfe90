import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countRun, countVitest, summaryLine } from './reports.ts'

const vitest = (more: object) =>
  JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...more,
  })

test('a test file that cannot be loaded counts as a failure', () => {
  const report = vitest({ testResults: [{ status: 'failed', assertionResults: [] }] })
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('one or two journeys may pass only at the second try; three of those are failures', () => {
  const report = (flaky: number) =>
    JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky, skipped: 2 }, errors: [] })
  expect(countPlaywright(report(2))).toEqual({ passed: 5, failed: 1, skipped: 2 })
  expect(countPlaywright(report(3))).toEqual({ passed: 3, failed: 4, skipped: 2 })
})

test('a runner without a report, or that ran no test, failed', () => {
  expect(countRun(undefined, countVitest, 0)).toMatchObject({ failed: 1 })
  expect(countRun(vitest({ numPassedTests: 0 }), countVitest, 0)).toMatchObject({ failed: 1 })
  expect(countRun(vitest({ numPassedTests: 0, numPendingTests: 4 }), countVitest, 0)).toMatchObject({ failed: 1 })
})

test('a bad exit that no test explains counts as one failure, and one that a test explains is not counted twice', () => {
  expect(countRun(vitest({}), countVitest, 1)).toMatchObject({ passed: 2, failed: 1 })
  expect(countRun(vitest({ numFailedTests: 1 }), countVitest, 1)).toMatchObject({ passed: 2, failed: 1 })
  expect(countRun(vitest({}), countVitest, 0)).toMatchObject({ passed: 2, failed: 0 })
})

test('the summary mentions skipped tests only when there are any', () => {
  const one = { passed: 1, failed: 0, skipped: 0 }
  expect(summaryLine(addCounts([one, one]))).toBe('2 passed, 0 failed')
  expect(summaryLine(addCounts([one, { passed: 0, failed: 2, skipped: 3 }]))).toBe('1 passed, 2 failed, 3 skipped')
})
