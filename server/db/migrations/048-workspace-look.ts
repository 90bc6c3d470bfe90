import { sql, type Kysely } from 'kysely'

/** How a workspace looks to recipients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table workspace_looks (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      logo_object_id uuid references storage.objects on delete set null,
      -- What was checked. A file that was replaced since is no logo.
      logo_sha256 text,
      accent text,
      contact text,
      version integer not null default 1
    );
    create index workspace_looks_logo on workspace_looks (logo_object_id);`,
    )
    .execute(db)
}
