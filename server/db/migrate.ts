import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ensureAppRole } from './app-role.ts'
import * as foundation from './migrations/001-foundation.ts'
import * as planning from './migrations/002-planning.ts'
import * as contact from './migrations/003-contact.ts'
import * as apiKeys from './migrations/004-api-keys.ts'
import * as integrations from './migrations/005-integrations.ts'
import * as wantedDriver from './migrations/006-wanted-driver.ts'
import * as signIn from './migrations/007-sign-in.ts'
import * as operations from './migrations/008-operations.ts'
import * as americanSpelling from './migrations/009-american-spelling.ts'

/** In order. A migration that has been released is never edited; a new one is added. */
const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-planning': planning,
  '003-contact': contact,
  '004-api-keys': apiKeys,
  '005-integrations': integrations,
  '006-wanted-driver': wantedDriver,
  '007-sign-in': signIn,
  '008-operations': operations,
  '009-american-spelling': americanSpelling,
}

/** Names of all migrations this program knows, oldest first. */
export const migrationNames = Object.keys(migrations)

/**
 * Brings the schema up to date, or up to `target`. One caller at a time: servers call it through `prepareDatabase`.
 * @param db connected as the owner of the tables
 */
export async function migrate(db: Kysely<unknown>, target?: string): Promise<void> {
  await ensureAppRole(db)
  await sql`create schema if not exists migrations`.execute(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'migrations',
  })
  const { error } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest()
  if (error) throw error
}
