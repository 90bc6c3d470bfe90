import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sentences } from './boundaries/rules.ts'
import type { Rule } from './boundaries/rules.ts'
import { describeViolation, findViolations } from './check-boundaries.ts'

const root = join(import.meta.dirname, '..')
const trees: string[] = []

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

function plant(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), 'karta-boundaries-'))
  trees.push(tree)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  return tree
}

/** One file per line: the rule, its path and its source. */
type Planted = [rule: Rule, path: string, text: string]

const forbidden: Planted[] = [
  ['ownFolder', 'domain/a.ts', `import { b } from '../solver/b.ts'`],
  ['ownFolder', 'server/main.ts', `import pkg from '../vite.config.ts'`],
  ['ownFolder', 'scripts/a.ts', `import '../server/main.ts'`],
  ['noTsx', 'server/outside/letter.tsx', `export const letter = 1`],
  ['solver', 'solver/solve.ts', `import { z } from 'zod'`],
  ['solver', 'solver/solve.ts', `import type { Delivery } from '#domain/schema/delivery.ts'`],
  ['solver', 'solver/solve.ts', `import { readFileSync } from 'node:fs'`],
  ['solver', 'solver/bench/run.ts', `import pg from 'pg'`],
  ['solver', 'solver/solve.test.ts', `import { geo } from '#domain/geo.ts'`],
  ['domain', 'domain/geo.ts', `import { join } from 'node:path'`],
  ['domain', 'domain/geo.ts', `export * from '#server/config.ts'`],
  ['solverFolders', 'solver/model/problem.ts', `import { Solution } from '../route/solution.ts'`],
  ['solverFolders', 'solver/search/genetic/genetic.ts', `import { search } from '../search.ts'`],
  ['solverFolders', 'solver/check/check-time.ts', `import { sine } from '../math/portable-math.ts'`],
  ['solverFolders', 'solver/json/stray/file.ts', `import { solve } from '../../solve.ts'`],
  ['domain', 'domain/to-problem.ts', `import { solve } from '#solver/index.ts'`],
  ['domain', 'domain/geo.ts', `type React = import('react').ReactNode`],
  ['serverWeb', 'server/app.ts', `const pages = await import('#web/marketing/pages.ts')`],
  ['lowServer', 'server/db/connect.ts', `import { config } from '../config.ts'`],
  ['lowServer', 'server/db/connect.ts', `import { log } from '#server/http/log.ts'`],
  ['lowServer', 'server/queue/queue.ts', `import { plan } from '../features/planning/commands.ts'`],
  ['lowServer', 'server/http/mount.ts', `export { app } from '../app.ts'`],
  ['featureFiles', 'server/features/planning/helpers.ts', `export const a = 1`],
  ['featureFiles', 'server/features/planning/rules/one.ts', `export const a = 1`],
  ['featureFiles', 'server/features/shared.ts', `export const a = 1`],
  ['feature', 'server/features/planning/tasks.ts', `import { ok } from '../deliveries/rules.ts'`],
  ['feature', 'server/features/planning/endpoints.ts', `import { sign } from '#server/auth/tokens.ts'`],
  ['feature', 'server/features/planning/commands.ts', `import { config } from '#server/config.ts'`],
  ['service', 'server/auth/sign-up.ts', `import { make } from '../features/team/commands.ts'`],
  ['service', 'server/storage/object.ts', `import type { Session } from '../auth/session.ts'`],
  ['webServer', 'web/lib/call.ts', `import type { Deps } from '#server/deps.ts'`],
  ['webNode', 'web/lib/format.ts', `import { inspect } from 'node:util'`],
  ['webSolver', 'web/marketing/demo/demo.tsx', `import { solve } from '#solver/index.ts'`],
  ['webUi', 'web/ui/button.tsx', `import { call } from '../lib/call.ts'`],
  ['webUi', 'web/ui/money.tsx', `import { cents } from '#domain/money.ts'`],
  ['webLow', 'web/map/driver-layer.tsx', `import { Panel } from '../dispatcher/live/panel.tsx'`],
  ['webArea', 'web/driver/today.tsx', `import { Hero } from '#web/marketing/home/page.tsx'`],
  ['webArea', 'web/driver/today.tsx', `const Hero = lazy(() => import(\`../marketing/\${name}.tsx\`))`],
  ['queryBuilder', 'server/features/planning/rules.ts', `import { sql } from 'kysely'`],
  ['queryBuilder', 'server/features/planning/endpoints.ts', `export const find = (db) => db.selectFrom('member')`],
  ['fetch', 'server/features/planning/commands.ts', `await fetch('https://example.test')`],
  ['fetch', 'web/driver/today.tsx', `await globalThis.fetch('/v1/routes')`],
  ['environment', 'server/db/connect.ts', `const url = process.env.DATABASE_URL`],
  ['environment', 'server/db/connect.ts', `const { env } = process`],
  ['environment', 'server/db/connect.ts', `import { env } from 'node:process'`],
  ['chance', 'solver/search/search.ts', `const startedAt = Date.now()`],
  ['chance', 'domain/time.ts', `const today = new Date()`],
  ['chance', 'server/features/live/commands.ts', `const id = Math['random']()`],
  ['chance', 'server/features/live/commands.ts', `const clock = { now: Date.now }`],
]

test.each(forbidden)('%s: %s may not contain %s', (rule, path, text) => {
  const found = findViolations(plant({ [path]: `// the first line\n${text}\n` }))

  const line = rule === 'featureFiles' || rule === 'noTsx' ? 1 : 2
  expect(found.map((each) => [each.path, each.line, each.rule])).toEqual([[path, line, rule]])
})

test('features that import each other are all reported, although each import alone is allowed', () => {
  const found = findViolations(
    plant({
      'server/features/planning/commands.ts': `import { list } from '../deliveries/queries.ts'`,
      'server/features/deliveries/queries.ts': `import { lock } from '../drivers/queries.ts'`,
      'server/features/drivers/queries.ts': `import { plan } from '../planning/commands.ts'`,
      'server/features/team/queries.ts': `import { list } from '../deliveries/queries.ts'`,
    }),
  )
  expect(found.map((each) => [each.path, each.rule])).toEqual([
    ['server/features/deliveries/queries.ts', 'featureCycle'],
    ['server/features/drivers/queries.ts', 'featureCycle'],
    ['server/features/planning/commands.ts', 'featureCycle'],
  ])
})

test('a tree that follows the table passes', () => {
  const clean = {
    'vite.config.ts': `import { pages } from './web/marketing/pages.ts'\nconst port = process.env.PORT`,
    'solver/solve.ts': `import { search } from './search.ts'`,
    'solver/solve.test.ts': `import { test } from 'vitest'\nimport { solve } from './solve.ts'`,
    'solver/bench/run.ts': `import { readFileSync } from 'node:fs'\nconst startedAt = Date.now()`,
    'domain/to-problem.ts': `import { z } from 'zod'\nimport type { Problem } from '#solver/model/problem.ts'`,
    'domain/time.ts': `import { now } from '@internationalized/date'\nconst at = new Date(0)`,
    'server/config.ts': `const { env } = process`,
    'server/app.ts': `import { version } from '../package.json' with { type: 'json' }`,
    'server/deps.ts': `import { connect } from './db/connect.ts'\nconst now = () => new Date()`,
    'server/db/connect.ts': `import { Kysely } from 'kysely'\nimport type { Config } from '../config.ts'`,
    'server/queue/queue.ts': `import { sql } from 'kysely'\nimport { connect } from '#server/db/connect.ts'`,
    'server/outside/sms.ts': `import type { Deps } from '#server/deps.ts'\nawait fetch('https://example.test')`,
    'server/auth/sign-in.ts': `import { mount } from '../http/mount.ts'\nimport { sql } from 'kysely'`,
    'server/features/planning/endpoints.ts': `import { mount } from '#server/http/mount.ts'\nimport type { Kysely } from 'kysely'`,
    'server/features/planning/commands.ts': `import { list } from '../deliveries/queries.ts'\nimport { publish } from '#server/realtime/publish.ts'\nimport { audit } from '../../auth/audit.ts'\nimport type { Deps } from '../../deps.ts'\ndb.insertInto('plan')`,
    'server/features/planning/commands.test.ts': `import { testApp } from '#server/testing/test-app.ts'\nimport { sql } from 'kysely'\nconst now = Date.now()`,
    'web/routes.ts': `import { home } from './marketing/home.tsx'\nimport { live } from './dispatcher/live/page.tsx'`,
    'web/entry.server.tsx': `import { PassThrough } from 'node:stream'`,
    'web/marketing/demo/demo.worker.ts': `import { solve } from '#solver/index.ts'`,
    'web/marketing/demo/demo.tsx': `import type { Plan } from '#solver/index.ts'\nimport css from '../../ui/table.css?url'`,
    'web/lib/call.ts': `import { errors } from '#domain/errors.ts'\nawait fetch('/v1')\nconst at = Date.now()`,
    'web/map/position-store.ts': `import { live } from '../lib/live.ts'`,
    'e2e/day.spec.ts': `import { ensureChromium } from '../scripts/chromium.ts'\nawait fetch('http://localhost')`,
  }
  expect(findViolations(plant(clean)).map(describeViolation)).toEqual([])
})

test('the command prints the place and the message, and fails', () => {
  const tree = plant({ 'solver/solve.ts': `\n\nimport { z } from 'zod'\n` })
  const run = spawnSync(process.execPath, [join(root, 'scripts/check-boundaries.ts'), tree], { encoding: 'utf8' })
  expect(run.stderr).toBe(`solver/solve.ts:3  ${sentences.solver} (zod)\n`)
  expect(run.status).toBe(1)
})

test('a file that cannot be parsed fails instead of being skipped', () => {
  expect(() => findViolations(plant({ 'domain/geo.ts': 'const = 1' }))).toThrow('domain/geo.ts cannot be parsed')
})

const lintPlants: [folder: string, path: string, text: string, message: string][] = [
  ['solver', 'solver/solve.ts', `import { z } from 'zod'\nexport const a = z`, 'solver/ imports nothing'],
  ['web', 'web/lib/a.ts', `export { b } from '#server/b.ts'`, 'web/ never imports server/'],
  ['ui', 'web/ui/a.tsx', `import { b } from '../lib/b.ts'\nexport const a = b`, 'web/ui imports only'],
  ['server', 'server/app.ts', `import { b } from '#web/b.ts'\nexport const a = b`, 'server/ never imports web/'],
  ['cycle', 'server/a.ts', `import { b } from './b.ts'\nexport const a = () => b()`, 'import(no-cycle)'],
]

test.each(lintPlants)('lint also reports a planted violation: %s', (_folder, path, text, message) => {
  const tree = plant({
    [path]: text,
    'server/b.ts': `import { a } from './a.ts'\nexport const b = () => a()`,
    '.oxlintrc.json': readFileSync(join(root, '.oxlintrc.json'), 'utf8'),
  })
  const run = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['.'], {
    cwd: tree,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(run.stdout).toContain(message)
  expect(run.status).toBe(1)
})
