import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tools.ts'

/** The rows of the table: page, statement, where it is implemented, which test holds it. */
const rows = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (page|-+) /i.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )

/** `file`: the words after the colon name a test in it; `…` stands for anything. */
const testPattern = /`([^`]+\.(?:test|spec)\.tsx?)`(?:: ([^;]+))?/g

test('every row names a page, a statement, files that exist and tests that exist', () => {
  expect(rows.length).toBeGreaterThan(150)
  const wrong = rows.flatMap((row) => problemsOf(row).map((problem) => `${row[0]}: ${row[1]}: ${problem}`))
  expect(wrong).toEqual([])
})

function problemsOf(row: string[]): string[] {
  if (row.length !== 4) return [`${row.length} cells instead of 4`]
  const [, , where, held] = row
  const places = [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path).filter((path) => path.includes('/'))
  const tests = [...held.matchAll(testPattern)]
  return [
    ...(places.length ? [] : ['no file implements it']),
    ...(tests.length ? [] : ['no test holds it']),
    ...places.filter((path) => !existsSync(join(root, path))).map((path) => `${path} does not exist`),
    ...tests.flatMap(([, path, title]) => testProblem(path, title)),
  ]
}

function testProblem(path: string, title: string | undefined): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return [`${path} does not exist`]
  const text = readFileSync(full, 'utf8').replaceAll("\\'", "'")
  const parts = (title ?? '').split('…').map((part) => part.trim())
  return parts.every((part) => text.includes(part)) ? [] : [`${path} has no test "${title}"`]
}
