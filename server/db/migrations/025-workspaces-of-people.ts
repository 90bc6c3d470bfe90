import { sql, type Kysely } from 'kysely'

/**
 * A person may belong to several workspaces: which one they used last, and whether they have had a trial. Everybody who has
 * an account founded a workspace with it, and so has had one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table auth.workspace_uses (
      user_id uuid not null references auth.users on delete cascade,
      workspace_id uuid not null references workspaces on delete cascade,
      last_used_at timestamptz not null,
      primary key (user_id, workspace_id)
    );
    create index workspace_uses_workspace on auth.workspace_uses (workspace_id);
    alter table auth.users add trial_began_at timestamptz;
    update auth.users set trial_began_at = created_at`,
    )
    .execute(db)
}
