import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RanTest } from './reports.ts'
import { root } from './tools.ts'

/** A row of `docs/spec-coverage.md`: page, statement, where it is implemented, and which tests prove it. */
export type Row = { cells: string[]; places: string[]; tests: NamedTest[] }

/** A test in the table. Without a title, it is the whole file. `…` in a title matches anything. */
export type NamedTest = { path: string; title?: string }

/** `file`, and after a colon the title of a test in it. */
const testPattern = /`([^`]+\.(?:test|spec)\.tsx?)`(?:: ([^;]+))?/g

/** The rows of the table. */
export function readRows(): Row[] {
  return readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (page|-+) /i.test(line))
    .map((line) => {
      const cells = line.slice(2, -2).split(' | ')
      return rowOf(cells.map((cell) => cell.trim().replaceAll('\\|', '|')))
    })
}

function rowOf(cells: string[]): Row {
  const [, , where = '', held = ''] = cells
  return {
    cells,
    places: [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path!).filter((path) => path.includes('/')),
    tests: [...held.matchAll(testPattern)].map(([, path, title]) => ({ path: path!, title: title?.trim() })),
  }
}

/** The listed tests that did not pass in a run: missing, skipped or failed. */
export function notPassed(named: NamedTest[], ran: RanTest[]): NamedTest[] {
  const passed = ran.filter(({ status }) => status === 'passed')
  return named.filter(({ path, title }) => {
    const isNamed = title === undefined ? () => true : titleMatcher(title)
    return !passed.some((test) => test.path === path && isNamed(test.title))
  })
}

function titleMatcher(title: string): (title: string) => boolean {
  const parts = title.split('…').map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(parts.join('.*'))
  return (ran) => pattern.test(ran)
}
