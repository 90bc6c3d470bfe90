import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coverageDocuments, notPassed, readRows, type NamedTest, type Row } from './spec-coverage.ts'
import { root } from './tools.ts'

const leastRows = {
  'docs/spec-coverage.md': 150,
  'docs/security.md': 50,
  'docs/road.md': 20,
  'docs/board.md': 10,
  'docs/tracking.md': 10,
  'docs/shops.md': 10,
  'docs/webhooks.md': 7,
  'docs/billing.md': 7,
  'docs/analytics.md': 10,
  'docs/running.md': 7,
  'docs/claims.md': 100,
}

test.each(coverageDocuments)('every row of %s names a statement, files that exist and tests that exist', (document) => {
  const rows = readRows(document)
  expect(rows.length, 'a table that is read wrongly would have few rows').toBeGreaterThan(leastRows[document])
  const wrong = rows.flatMap((row) =>
    problemsOf(row).map((problem) => `${row.cells.slice(0, 2).join(': ')}: ${problem}`),
  )
  expect(wrong).toEqual([])
})

test('a named test has run only if one that fits its words passed', () => {
  const path = 'e2e/home.spec.ts'
  const named = [{ path, title: 'the … page opens' }, { path: 'e2e/other.spec.ts' }]
  expect(notPassed(named, [{ path, title: 'the front page opens', status: 'passed' }])).toEqual([named[1]])
  expect(notPassed(named, [{ path, title: 'the front page opens', status: 'skipped' }])).toEqual(named)
  expect(notPassed(named, [{ path: 'e2e/other.spec.ts', title: 'anything', status: 'passed' }])).toEqual([named[0]])
})

function problemsOf({ cells, places, tests }: Row): string[] {
  if (cells.length !== 4) return [`${cells.length} cells instead of 4`]
  return [
    ...(places.length ? [] : ['no file implements it']),
    ...(tests.length ? [] : ['no test holds it']),
    ...places.filter((path) => !existsSync(join(root, path))).map((path) => `${path} does not exist`),
    ...tests.flatMap(testProblem),
  ]
}

function testProblem({ path, title = '' }: NamedTest): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return [`${path} does not exist`]
  const text = readFileSync(full, 'utf8').replaceAll("\\'", "'")
  const parts = title.split('…').map((part) => part.trim())
  return parts.every((part) => text.includes(part)) ? [] : [`${path} has no test "${title}"`]
}
