import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RanTest } from './reports.ts'
import { root } from './tools.ts'

/** A row of a document below: page or subject, statement, where it is implemented, and which tests prove it. */
export type Row = { cells: string[]; places: string[]; tests: NamedTest[] }

/** A test in the table. Without a title, it is the whole file. `…` in a title matches anything. */
export type NamedTest = { path: string; title?: string }

/** `file`, and after a colon the title of a test in it. */
const testPattern = /`([^`]+\.(?:test|spec)\.tsx?)`(?:: ([^;]+))?/g

/** What is promised, statement by statement: the specification, promises about security, the road, the board, recipients, shops,
 * webhooks, billing, figures and several servers, and what public pages claim. */
export const coverageDocuments = [
  'docs/spec-coverage.md',
  'docs/security.md',
  'docs/road.md',
  'docs/board.md',
  'docs/tracking.md',
  'docs/shops.md',
  'docs/webhooks.md',
  'docs/billing.md',
  'docs/analytics.md',
  'docs/running.md',
  'docs/claims.md',
] as const

/** The rows of a document's tables that say where something is implemented. */
export function readRows(document: (typeof coverageDocuments)[number]): Row[] {
  return readFileSync(join(root, document), 'utf8')
    .split(/\n\n/)
    .filter((block) => /^\|.*\| Implemented in /.test(block))
    .flatMap((table) => table.trim().split('\n').slice(2))
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
