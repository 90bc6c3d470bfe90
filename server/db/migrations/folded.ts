import { sql, type Kysely } from 'kysely'
import { StartError } from '../../start-error.ts'

/**
 * The migrations of Karta 0.1.0, which the baseline replaces. Data folders and backups that it made name them, oldest
 * first. Everything is as in the baseline, except for the British spelling of a column, a key and a state.
 */
export const foldedNames = [
  '001-foundation',
  '002-planning',
  '003-contact',
  '004-api-keys',
  '005-integrations',
  '006-wanted-driver',
  '007-sign-in',
  '008-operations',
]
const lastFolded = foldedNames.at(-1)!
const baseline = '001-baseline'

const british = { fuel: 'fuel_litres', optimizing: 'optimising' }
const american = { fuel: 'fuel_liters', optimizing: 'optimizing' }
type Spelling = typeof british

/** Turns a database of Karta 0.1.0 into one that began with the baseline. Leaves every other database as it is. */
export async function fold(db: Kysely<unknown>): Promise<void> {
  const applied = await appliedNames(db)
  if (!applied.includes(foldedNames[0]!)) return
  if (applied.join() !== foldedNames.join()) {
    throw new StartError(
      `The database was made by a Karta between releases (its last migration is ${applied.at(-1)}): open it with that one.`,
    )
  }
  await respell(db, british, american)
  await nameApplied(db, [baseline])
}

/** Turns an empty baseline into a database of Karta 0.1.0, so that a backup of it can be loaded. `fold` turns it back. */
export async function unfold(db: Kysely<unknown>, target: string): Promise<void> {
  if (target !== lastFolded) {
    throw new StartError(
      `The backup was made by a Karta between releases (its last migration is ${target}): restore it with that one.`,
    )
  }
  await respell(db, american, british)
  await nameApplied(db, foldedNames)
}

async function respell(db: Kysely<unknown>, from: Spelling, to: Spelling): Promise<void> {
  await sql`alter table routes rename column ${sql.id(from.fuel)} to ${sql.id(to.fuel)}`.execute(db)
  // Recreated, so that the constraint is named after the column.
  await sql`alter table routes alter ${sql.id(to.fuel)} drop not null, alter ${sql.id(to.fuel)} set not null`.execute(
    db,
  )
  await sql`update plans
    set totals = totals - ${from.fuel}::text || jsonb_build_object(${to.fuel}::text, totals -> ${from.fuel}::text)
    where totals ? ${from.fuel}`.execute(db)

  await sql`drop index plans_unfinished`.execute(db)
  await sql`alter table plans drop constraint plans_state_check`.execute(db)
  await sql`update plans set state = ${to.optimizing} where state = ${from.optimizing}`.execute(db)
  const optimizing = sql.lit(to.optimizing)
  await sql`alter table plans add constraint plans_state_check check (state in
    ('queued', ${optimizing}, 'draft', 'approved', 'dispatched', 'cancelled', 'failed', 'discarded'))`.execute(db)
  await sql`create index plans_unfinished on plans (id) where state in ('queued', ${optimizing})`.execute(db)
}

async function appliedNames(db: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{
    exists: boolean
  }>`select to_regclass('migrations.kysely_migration') is not null as exists`.execute(db)
  if (!found[0]!.exists) return []
  const { rows } = await sql<{ name: string }>`select name from migrations.kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function nameApplied(db: Kysely<unknown>, names: string[]): Promise<void> {
  await sql`delete from migrations.kysely_migration`.execute(db)
  await sql`insert into migrations.kysely_migration (name, timestamp)
    select name, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from unnest(${names}::text[]) name`.execute(
    db,
  )
}
