import { sql, type Kysely } from 'kysely'

/** Shops that a workspace connects, and the attempts that are under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table integrations (
    id uuid primary key default new_id(),
    workspace_id uuid not null references workspaces on delete cascade,
    platform text not null check (platform in ('shopify', 'woocommerce', 'wix')),
    state text not null check (state in ('connecting', 'connected', 'failed')),
    step text check (step in ('approval', 'check')),
    shop text,
    shop_version text,
    credentials bytea,
    last_error text,
    attempt_id uuid,
    deadline timestamptz,
    connected_at timestamptz,
    connected_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (workspace_id, platform),
    check ((state = 'connected') = (credentials is not null))
  )`.execute(db)
  // One attempt a platform: beginning again ends the one before. Only a hash of its state is kept, as of refresh tokens.
  await sql`create table connection_attempts (
    id uuid primary key default new_id(),
    workspace_id uuid not null references workspaces on delete cascade,
    platform text not null check (platform in ('shopify', 'woocommerce', 'wix')),
    state_hash bytea not null unique,
    user_id uuid not null,
    return_to text not null check (return_to in ('page', 'dashboard')),
    shop text,
    granted bytea,
    confirmed_at timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    unique (workspace_id, platform)
  )`.execute(db)
  for (const table of ['integrations', 'connection_attempts']) {
    await sql`alter table ${sql.id(table)} enable row level security`.execute(db)
    await sql`create policy tenant on ${sql.id(table)}
      using (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)
      with check (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)`.execute(db)
    await sql`grant select, insert, update, delete on ${sql.id(table)} to karta_app`.execute(db)
  }

  // The key that seals credentials: one, made at the first start.
  await sql`create table auth.sealing_keys (
    id smallint primary key default 1 check (id = 1),
    key bytea not null check (length(key) = 32),
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`alter table auth.sealing_keys enable row level security`.execute(db)
  await sql`create policy sign_in on auth.sealing_keys
    using (current_setting('karta.scope', true) = 'auth') with check (current_setting('karta.scope', true) = 'auth')`.execute(
    db,
  )
  await sql`grant select, insert on auth.sealing_keys to karta_app`.execute(db)

  // A shop calls back without a session: whose attempt is it? Runs as the owner, since nobody is a tenant yet.
  await sql`create function workspace_of_attempt(hash bytea) returns uuid
    language sql stable security definer set search_path = public, pg_temp as $$
      select a.workspace_id from connection_attempts a where a.state_hash = hash
    $$`.execute(db)
  // Of all workspaces. A task may still be at work on an attempt that has just expired, hence the hour.
  await sql`create function forget_connection_attempts() returns void
    language sql volatile security definer set search_path = public, pg_temp as $$
      delete from connection_attempts where expires_at < now() - interval '1 hour'
    $$`.execute(db)
  for (const name of ['workspace_of_attempt', 'forget_connection_attempts']) {
    await sql`revoke all on function ${sql.id(name)} from public`.execute(db)
    await sql`grant execute on function ${sql.id(name)} to karta_app`.execute(db)
  }
}
