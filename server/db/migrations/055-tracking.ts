import { sql, type Kysely } from 'kysely'

/** What recipients see of their deliveries, and the secret of the links to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table deliveries
      add column recipient_language text check (recipient_language in ('en', 'id', 'ar')),
      add column is_confidential boolean not null default false,
      -- Links to its tracking page are of one. Raising it withdraws those before.
      add column tracking_generation integer not null default 0;

    create table tracking_settings (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      recipient_language text not null default 'en' check (recipient_language in ('en', 'id', 'ar')),
      link_days integer not null default 7 check (link_days between 1 and 90),
      show_van text not null default 'next' check (show_van in ('off', 'next', 'near')),
      van_stops integer not null default 3 check (van_stops between 1 and 20),
      ask_rating boolean not null default true,
      most_attempts integer not null default 3 check (most_attempts between 1 and 10),
      recipients_may text[] not null default '{note,leave,receiver,pin,window,message}'
        check (recipients_may <@ '{note,leave,receiver,pin,window,message}'),
      version integer not null default 1
    );

    create table auth.tracking_keys (
      id text primary key,
      sealed_key bytea not null,
      created_at timestamptz not null default now()
    );`,
    )
    .execute(db)
}
