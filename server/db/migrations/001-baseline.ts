import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'

/** Each file may refer to tables of those before it. */
const areas = [
  'workspaces',
  'fleet',
  'deliveries',
  'plans',
  'operations',
  'programs',
  'integrations',
  'sign-in',
  'site',
] as const

/** Every table and index, one file per area. Who may see their rows is in `authorization.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const area of areas) {
    const statements = readFileSync(join(import.meta.dirname, '001-baseline', `${area}.sql`), 'utf8')
    await sql.raw(statements).execute(db)
  }
}
