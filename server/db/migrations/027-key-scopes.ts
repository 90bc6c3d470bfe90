import { sql, type Kysely } from 'kysely'

/**
 * API keys that can do little: scopes instead of a role, depots, addresses, a secret that is replaced with an overlap, and
 * their requests by day. A test key works in the sandbox of its workspace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- An IPv4 address is one thing, however a socket or a proxy writes it.
create function plain_address(address inet) returns inet language sql immutable strict parallel safe as $$
  select case when address <<= inet '::ffff:0:0/96'
    then set_masklen(inet '0.0.0.0' + (set_masklen(address, 128) - inet '::ffff:0:0'), masklen(address) - 96)
    else address end
$$;

alter table workspaces add sandbox_of uuid unique references workspaces on delete cascade;

alter table api_keys
  add scopes text[],
  -- Null for all depots, and for everywhere.
  add depot_ids uuid[],
  add allowed_addresses inet[],
  add is_test boolean not null default false,
  add last_used_address inet,
  -- The secret before the last rotation, until its overlap ends.
  add previous_hash bytea unique check (length(previous_hash) = 32),
  add previous_prefix text,
  add previous_ends_at timestamptz,
  add previous_last_used_at timestamptz,
  add previous_last_used_address inet;
-- Nobody changed these keys, so their versions stay.
alter table api_keys disable trigger raise_version;
update api_keys set scopes = case role when 'dispatcher' then '{read,deliveries,planning,tracking}'::text[] else '{read}' end;
alter table api_keys
  alter scopes set not null,
  add check (cardinality(scopes) > 0 and scopes <@ '{read,deliveries,planning,tracking}'),
  drop role;
drop trigger raise_version on api_keys;
create trigger raise_version before update on api_keys for each row
  when ((old.name, old.scopes, old.depot_ids, old.allowed_addresses, old.expires_at, old.revoked_at, old.hash,
      old.previous_ends_at)
    is distinct from (new.name, new.scopes, new.depot_ids, new.allowed_addresses, new.expires_at, new.revoked_at, new.hash,
      new.previous_ends_at))
  execute function raise_version();

-- A day updates one row all the time, as a month does in api_usage.
create table api_key_days (
  workspace_id uuid not null references workspaces on delete cascade,
  key_id uuid not null references api_keys on delete cascade,
  day date not null,
  ends_at timestamptz not null,
  requests integer not null default 0,
  primary key (key_id, day)
) with (fillfactor = 50);
create index api_key_days_workspace on api_key_days (workspace_id);
`
