import { sql, type Kysely } from 'kysely'
import packageJson from '../../package.json' with { type: 'json' }
import { StartError } from '../start-error.ts'

/*
 * Two versions of Karta may work on one database, while servers are replaced one by one. The newer one changes the schema so
 * that the older one goes on working; what it no longer needs is taken away by a later version.
 */

/** The names of the migrations that the database has seen, whoever made them. */
export async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows: tables } = await sql`select from pg_tables
    where schemaname = 'migrations' and tablename = 'kysely_migration'`.execute(db)
  if (!tables.length) return []
  const { rows } = await sql<{ name: string }>`select name from migrations.kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Whether a newer program has changed the database, which is then its business.
 * @param known the names of this program's migrations
 * @throws StartError if this program is too old for what the newer one has taken away
 */
export async function isNewer(db: Kysely<unknown>, known: string[]): Promise<boolean> {
  const unknown = (await appliedMigrations(db)).filter((name) => !known.includes(name))
  if (!unknown.length) return false
  const oldest = await readOldest(db)
  if (oldest !== undefined && compareVersions(packageJson.version, oldest) < 0) {
    throw new StartError(
      `The database was upgraded and needs Karta ${oldest} or newer; this is ${packageJson.version}. Start a newer one, or restore the backup from before the upgrade.`,
    )
  }
  return true
}

/** Notes the oldest program that works with the database from now on. */
export async function noteOldest(trx: Kysely<unknown>, needed: string[]): Promise<void> {
  await sql`create table if not exists migrations.oldest_program (version text not null)`.execute(trx)
  const newest = needed.toSorted(compareVersions).at(-1)
  if (newest === undefined) return
  await sql`delete from migrations.oldest_program`.execute(trx)
  await sql`insert into migrations.oldest_program values (${newest})`.execute(trx)
}

async function readOldest(db: Kysely<unknown>): Promise<string | undefined> {
  const { rows: tables } = await sql`select from pg_tables
    where schemaname = 'migrations' and tablename = 'oldest_program'`.execute(db)
  if (!tables.length) return undefined
  const { rows } = await sql<{ version: string }>`select version from migrations.oldest_program`.execute(db)
  return rows[0]?.version
}

/** Negative if the first is older. Versions are like 1.12.3. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map((part) => Number.parseInt(part)))
  for (let index = 0; index < 3; index++) {
    const difference = (left![index] ?? 0) - (right![index] ?? 0)
    if (difference) return difference
  }
  return 0
}
