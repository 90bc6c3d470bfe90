import { sql, type Kysely } from 'kysely'

/** Messages between dispatchers and drivers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- Whoever adds or changes a message of a driver takes the next position here, so that they are seen in that order.
    create table message_threads (
      workspace_id uuid not null references workspaces on delete cascade,
      driver_id uuid not null references drivers on delete cascade,
      position bigint not null default 0,
      last_id uuid,
      last_at timestamptz,
      primary key (workspace_id, driver_id)
    );
    create index message_threads_driver on message_threads (driver_id);

    -- Ids of drivers' messages come from phones, so they are unique within a workspace only.
    create table driver_messages (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      driver_id uuid not null references drivers on delete cascade,
      sender text not null check (sender in ('driver', 'dispatcher')),
      author_id uuid,
      author_name text not null,
      text text not null,
      has_photo boolean not null default false,
      -- Of a dispatcher. A driver's photo has the message as what it is about (photos.about_id).
      object_id uuid references storage.objects on delete set null,
      broadcast_id uuid,
      -- The entry of the phone that it came with.
      entry_id uuid,
      sent_at timestamptz not null,
      received_at timestamptz not null,
      delivered_at timestamptz,
      read_at timestamptz,
      read_by text,
      erased_at timestamptz,
      position bigint not null,
      version integer not null default 1,
      primary key (workspace_id, id)
    );
    create unique index driver_messages_position on driver_messages (workspace_id, driver_id, position);
    create index driver_messages_sent on driver_messages (workspace_id, driver_id, received_at, id);
    create index driver_messages_unread on driver_messages (workspace_id, driver_id) where read_at is null;
    create index driver_messages_old on driver_messages (workspace_id, received_at);
    create index driver_messages_driver on driver_messages (driver_id);
    create index driver_messages_object on driver_messages (object_id);

    create table message_settings (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      driver_answers text[],
      dispatcher_answers text[],
      version integer not null default 1
    );`,
    )
    .execute(db)
}
