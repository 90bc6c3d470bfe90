import { expect, test } from 'vitest'
import {
  addCounts,
  countPlaywright,
  countRun,
  countVitest,
  settled,
  summaryLine,
  testsOfPlaywright,
  testsOfVitest,
  titlesPattern,
} from './reports.ts'

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

test('a journey that passes only at its second try has failed', () => {
  const report = JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] })
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('a journey that then passes whenever it runs alone has passed, and no other failure is forgiven', () => {
  const report = JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] })
  expect(countPlaywright(report, true)).toEqual({ passed: 4, failed: 1, skipped: 2 })
  const flaky = { path: 'e2e/home.spec.ts', title: 'opens (phone)', status: 'flaky' } as const
  expect(settled(flaky)).toEqual({ ...flaky, status: 'passed' })
  expect(settled({ ...flaky, status: 'failed' })).toMatchObject({ status: 'failed' })
})

test('flaky journeys are found by their titles, which are no patterns', () => {
  const titled = (title: string) => ({ path: 'e2e/home.spec.ts', title, status: 'flaky' as const })
  const pattern = new RegExp(titlesPattern([titled('costs $0 (free) (desktop)'), titled('opens (phone)')]))
  expect(pattern.test('home.spec.ts costs $0 (free) @phone')).toBe(true)
  expect(pattern.test('home.spec.ts costs 0 free')).toBe(false)
})

test('the tests of both runners are listed with their paths, titles and outcomes', () => {
  const unit = vitest({
    testResults: [
      {
        name: '/repo/domain/time.test.ts',
        status: 'passed',
        assertionResults: [
          { fullName: 'a day has 24 hours', status: 'passed' },
          { fullName: 'a day in March', status: 'pending' },
        ],
      },
    ],
  })
  expect(testsOfVitest(unit, '/repo')).toEqual([
    { path: 'domain/time.test.ts', title: 'a day has 24 hours', status: 'passed' },
    { path: 'domain/time.test.ts', title: 'a day in March', status: 'skipped' },
  ])

  const spec = (title: string, status: string) => ({
    title,
    file: 'home.spec.ts',
    tests: [{ projectName: 'phone', status }],
  })
  const journeys = JSON.stringify({
    config: { rootDir: '/repo/e2e' },
    suites: [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'flaky')] }] }],
  })
  expect(testsOfPlaywright(journeys, '/repo')).toEqual([
    { path: 'e2e/home.spec.ts', title: 'opens (phone)', status: 'passed' },
    { path: 'e2e/home.spec.ts', title: 'closes (phone)', status: 'flaky' },
  ])
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
