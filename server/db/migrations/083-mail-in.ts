import { sql, type Kysely } from 'kysely'

/** Orders that come by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table mail_in_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The secret part of the address.
  token text not null unique,
  is_on boolean not null,
  mapping_id uuid,
  mode text not null check (mode in ('replace', 'create', 'update', 'merge')),
  senders text[] not null,
  version integer not null default 1
);

create table mail_in_mails (
  id uuid primary key default new_id(),
  number bigint generated always as identity,
  workspace_id uuid not null references workspaces on delete cascade,
  -- What tells a mail that comes twice from two.
  message_id text not null,
  sender text not null,
  subject text not null,
  received_at timestamptz not null,
  state text not null check (state in ('taken', 'refused')),
  problem text,
  files jsonb not null,
  -- Of the files that were taken.
  hashes text[] not null,
  unique (workspace_id, message_id)
);
create index mail_in_mails_newest on mail_in_mails (workspace_id, number desc);

-- Which server reads the mailbox, and how that goes. One row.
create table site.mail_in (
  one boolean primary key default true check (one),
  holder uuid,
  held_until timestamptz not null,
  checked_at timestamptz,
  failing_since timestamptz,
  failure text
);
insert into site.mail_in (held_until) values ('-infinity')`,
    )
    .execute(db)
}
