import { sql, type Kysely } from 'kysely'

/** The servers of this database that are alive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site.nodes (
    id uuid primary key,
    version text not null,
    roles text[] not null,
    -- What servers of one database should agree on, by setting, as hashes.
    settings jsonb not null,
    started_at timestamptz not null,
    seen_at timestamptz not null
  )`.execute(db)
}
