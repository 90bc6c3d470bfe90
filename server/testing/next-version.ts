import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './server-process.ts'

/** A version of this program that is not written yet. */
export type NextVersion = {
  /** Its `main.ts`. */
  program: string
  folder: string
  /** Sets what its migration does to the database. */
  migrates(statements: string): void
}

const root = join(import.meta.dirname, '../..')

/** Copies the program, and makes a newer version of the copy, with a migration and rules of its own. */
export function makeNextVersion(): NextVersion {
  const folder = temporaryFolder('next')
  const isShipped = (path: string) => !path.endsWith('.test.ts')
  for (const each of ['server', 'domain', 'solver']) {
    cpSync(join(root, each), join(folder, each), { recursive: true, filter: isShipped })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const change = (path: string, edit: (text: string) => string, from = join(folder, path)) =>
    writeFileSync(join(folder, path), edit(readFileSync(from, 'utf8')))
  change(
    'package.json',
    (text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'),
    join(root, 'package.json'),
  )
  change('server/db/migrate.ts', (text) =>
    text
      .replace(/^import \* as baseline/m, `import * as next from './migrations/999-next.ts'\n$&`)
      .replace(/\n}\n\n\/\*\* Names of all/, `\n  '999-next': next,$&`),
  )
  // A function that every call uses is made anew, and every policy with it.
  change('server/db/authorization.ts', (text) =>
    text.replace('const statements = [', "const statements = [ 'select 99',"),
  )
  return {
    program: join(folder, 'server/main.ts'),
    folder,
    migrates: (statements) =>
      writeFileSync(
        join(folder, 'server/db/migrations/999-next.ts'),
        `import { sql, type Kysely } from 'kysely'
export const up = async (db: Kysely<unknown>) => void (await sql.raw(${JSON.stringify(statements)}).execute(db))
`,
      ),
  }
}
