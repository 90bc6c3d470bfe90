import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Keys for programs, and how much they ask of each workspace in a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const inWorkspace = (table: string): RawBuilder<unknown>[] => [
  sql`alter table ${sql.id(table)} enable row level security`,
  sql`create policy tenant on ${sql.id(table)}
    using (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)
    with check (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)`,
  // A key is revoked, never deleted: the history names it.
  sql`grant select, insert, update on ${sql.id(table)} to karta_app`,
]

const statements: RawBuilder<unknown>[] = [
  // Only a hash of a key is kept: a stolen backup opens nothing.
  sql`create table api_keys (
    id uuid primary key default new_id(),
    workspace_id uuid not null references workspaces on delete cascade,
    name text not null,
    prefix text not null,
    hash bytea not null unique check (length(hash) = 32),
    role text not null check (role in ('dispatcher', 'viewer')),
    created_by uuid not null,
    created_by_name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz
  )`,
  sql`create index api_keys_workspace on api_keys (workspace_id, created_at)`,
  ...inWorkspace('api_keys'),

  // One row is counted up all month long; the room left in its page keeps the versions there and out of the index.
  sql`create table api_usage (
    workspace_id uuid not null references workspaces on delete cascade,
    month date not null,
    ends_at timestamptz not null,
    requests integer not null default 0,
    primary key (workspace_id, month)
  ) with (fillfactor = 20)`,
  ...inWorkspace('api_usage'),

  /*
   * Lets a request with a key in, in one statement: whose is it, may it still be used, and is there anything left of
   * the month? Counts the request if so. Runs as the owner, since nobody is a tenant yet. No row: there is no such key.
   *
   * "refusal" is the code of the problem, or null. The calendar is the caller's, who knows every time zone that a
   * workspace can have; so the first request of a month is answered "month_unknown", and comes again with the month.
   * A request is a statement of its own, not part of what it then does: nobody waits for a slow one in order to be
   * counted, and one that fails counts. "limits" has a number or null for each tier and for a trial.
   */
  sql`create function begin_key_request(
      key_hash bytea, wanted uuid, at timestamptz, limits jsonb, new_month date, new_month_ends_at timestamptz)
    returns table (key_id uuid, key_name text, role text, workspace_id uuid, time_zone text, refusal text,
      monthly_limit integer, used integer, month_ends_at timestamptz)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      k record;
    begin
      select a.*, w.time_zone,
          (limits ->> case when w.tier = 'free' and w.trial_ends_at > at then 'trial' else w.tier end)::integer as most
        into k from api_keys a join workspaces w on w.id = a.workspace_id where a.hash = key_hash;
      if not found then
        return;
      end if;
      key_id := k.id;
      key_name := k.name;
      role := k.role;
      workspace_id := k.workspace_id;
      time_zone := k.time_zone;
      monthly_limit := k.most;
      refusal := case
        when k.revoked_at is not null then 'api_key_revoked'
        when k.expires_at <= at then 'api_key_expired'
        when wanted <> k.workspace_id then 'no_workspace'
      end;
      if refusal is not null then
        return next;
        return;
      end if;

      -- A crash may forget the last moment's counting; waiting for the disk at every request would cost far more.
      perform set_config('synchronous_commit', 'off', true);
      if k.last_used_at is null or k.last_used_at <= at - interval '1 minute' then
        update api_keys a set last_used_at = at
          where a.id = k.id and (a.last_used_at is null or a.last_used_at <= at - interval '1 minute');
      end if;

      update api_usage u set requests = u.requests + 1
        where u.workspace_id = k.workspace_id and u.ends_at > at and (k.most is null or u.requests < k.most)
        returning u.requests, u.ends_at into used, month_ends_at;
      if used is null then
        select u.requests, u.ends_at into used, month_ends_at from api_usage u
          where u.workspace_id = k.workspace_id and u.ends_at > at;
        if used is not null then
          refusal := 'quota_exceeded';
        elsif new_month is null then
          refusal := 'month_unknown';
        else
          insert into api_usage as u (workspace_id, month, ends_at, requests)
            values (k.workspace_id, new_month, new_month_ends_at, 1)
            on conflict on constraint api_usage_pkey do update
              set requests = u.requests + 1, ends_at = excluded.ends_at
              where k.most is null or u.requests < k.most
            returning u.requests, u.ends_at into used, month_ends_at;
          if used is null then
            used := k.most;
            month_ends_at := new_month_ends_at;
            refusal := 'quota_exceeded';
          end if;
        end if;
      end if;
      return next;
    end $$`,
  sql`revoke all on function begin_key_request from public`,
  sql`grant execute on function begin_key_request to karta_app`,
]
