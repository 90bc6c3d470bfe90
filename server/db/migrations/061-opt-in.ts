import { sql, type Kysely } from 'kysely'

/** Channels that only recipients get who agreed, and who did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table notification_settings add column opt_in text[] not null default '{}';

    create table consents (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      channel text not null check (channel in ('email', 'sms')),
      address text not null,
      author_id uuid,
      author_name text not null,
      created_at timestamptz not null,
      unique (workspace_id, channel, address)
    )`,
    )
    .execute(db)
}
