import { sql, type Kysely } from 'kysely'

/** What drivers may work after their shifts, at which prices, and how much of it a route has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table drivers add overtime jsonb;
alter table routes add overtime_seconds integer not null default 0;
alter table planning_settings add overtime jsonb not null default '[]';
`
