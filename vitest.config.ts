import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { quickParent } from './scripts/throw-away.ts'
import { SlowFirst } from './server/testing/slow-first.ts'

// Before the workers start, which inherit it.
process.env.TMPDIR ??= quickParent()

const exclude = ['**/node_modules/**', 'build/**', 'data/**', 'e2e/**']

// Files share their worker's modules, so each is loaded once. A test that changes a global puts it back.
const isolate = false

// For the hundred processes that tests start: half of their start is compiling the modules that the one before compiled.
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'build/.cache/compiled') }

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Stylesheets read as empty unless named; the theme's contrast is tested on its tokens.
          css: { include: [/theme\.css/] },
          include: ['{solver,domain,web,scripts}/**/*.test.{ts,tsx}'],
          exclude,
          testTimeout: 60_000,
          maxWorkers: 2,
          isolate,
          env,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude,
          // One PostgreSQL for the whole run; every file makes its own database in it.
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 240_000,
          // What is waited for comes by itself, but not within a second on a busy machine.
          expect: { poll: { timeout: 90_000 } },
          hookTimeout: 120_000,
          // Node reads the modules itself, as it does for the server: it starts sooner, and nothing is rewritten.
          experimental: { viteModuleRunner: false },
          // Twice the processors of a small machine: with three, a third of their time was left over.
          maxWorkers: 4,
          isolate,
          env,
        },
      },
    ],
  },
})
