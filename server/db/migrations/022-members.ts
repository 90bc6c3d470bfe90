import { sql, type Kysely } from 'kysely'

/**
 * A member may be suspended, and has a version like every record that `/v1` can change. When somebody was last seen is
 * noted by the server, and is no change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table members
      add state text not null default 'active' check (state in ('active', 'suspended')),
      add suspended_at timestamptz,
      -- The name, because whoever it was may leave.
      add suspended_by text,
      add last_seen_at timestamptz,
      add version integer not null default 1,
      add constraint members_suspended check ((state = 'suspended') = (suspended_at is not null));
    create trigger raise_version before update on members for each row
      when (old.last_seen_at is not distinct from new.last_seen_at) execute function raise_version();

    -- An owner offers the workspace to another member, who accepts or declines. There is one offer at a time.
    create table ownership_offers (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default new_id(),
      from_user uuid not null,
      to_user uuid not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      foreign key (workspace_id, from_user) references members on delete cascade,
      foreign key (workspace_id, to_user) references members on delete cascade
    )`,
    )
    .execute(db)
}
