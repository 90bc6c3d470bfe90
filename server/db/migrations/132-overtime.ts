import { sql, type Kysely } from 'kysely'

/** What drivers may work after their shifts, and at which prices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table drivers add overtime jsonb;
alter table planning_settings add overtime jsonb not null default '[]';
`
