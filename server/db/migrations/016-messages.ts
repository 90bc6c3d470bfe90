import { sql, type Kysely } from 'kysely'

/** Broadcasts of private channels that are kept for a while, so that whoever joins later can have them sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create schema realtime;

create table realtime.messages (
  id uuid primary key,
  -- In the order in which they were sent.
  position bigint generated always as identity,
  workspace_id uuid not null references workspaces on delete cascade,
  topic text not null,
  event text not null,
  -- One of the two: JSON as it was sent, or bytes.
  payload text,
  binary_payload bytea,
  inserted_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(payload, binary_payload) = 1)
);
create index messages_topic on realtime.messages (workspace_id, topic, position);
create index messages_expires on realtime.messages (expires_at);
`
