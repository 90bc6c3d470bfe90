import { sql, type Kysely } from 'kysely'

/** Which delivery times and prices the checkouts of shops show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table shipping_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- In the order in which they are tried.
  rules jsonb not null,
  most_rates integer not null check (most_rates between 1 and 30),
  version integer not null default 1
);
`
