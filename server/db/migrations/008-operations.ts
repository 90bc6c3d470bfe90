import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Problems that programs send to be optimised, until a day after they ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** A function that sees all workspaces, since the server's role sees one; it tells no more than ids and counts. */
const forServer = (name: string): RawBuilder<unknown>[] => [
  sql`revoke all on function ${sql.id(name)} from public`,
  sql`grant execute on function ${sql.id(name)} to karta_app`,
]

const statements: RawBuilder<unknown>[] = [
  sql`create table operations (
    id uuid primary key default new_id(),
    workspace_id uuid not null references workspaces on delete cascade,
    status text not null default 'queued'
      check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    stops integer not null,
    vehicles integer not null,
    time_limit_seconds double precision not null,
    iteration_limit integer,
    threads integer not null,
    seed integer not null,
    plan_mode boolean not null default false,
    problem bytea,
    result text,
    progress jsonb,
    failure text,
    failure_path text,
    cancel_requested boolean not null default false,
    idempotency_key text,
    request_hash bytea,
    ticket uuid,
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    expires_at timestamptz
  )`,
  // It is compressed before it comes here.
  sql`alter table operations alter column problem set storage external`,
  sql`create unique index operations_key on operations (workspace_id, idempotency_key) where idempotency_key is not null`,
  sql`create index operations_newest on operations (workspace_id, created_at desc, id desc)`,
  sql`create index operations_unfinished on operations (created_at) where status in ('queued', 'running')`,
  sql`create index operations_served on operations (workspace_id, started_at) where started_at is not null`,
  sql`create index operations_expiring on operations (expires_at) where expires_at is not null`,
  sql`alter table operations enable row level security`,
  sql`create policy tenant on operations
    using (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)
    with check (workspace_id = nullif(current_setting('karta.workspace', true), '')::uuid)`,
  sql`grant select, insert, update, delete on operations to karta_app`,

  /*
   * Whose turn it is. A ticket that comes again, because its worker died, goes on with what it had. Else the workspace
   * that has the least running is served, then the one that was served the longest ago, and of its own the oldest. The
   * lock makes two who ask at once see what the other one took.
   */
  sql`create function claim_operation(given_ticket uuid, at timestamptz)
    returns table (workspace_id uuid, operation_id uuid, attempts integer)
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    begin
      perform pg_advisory_xact_lock(hashtext('karta claims an operation'));
      return query update operations o
        set attempts = o.attempts + 1, started_at = at, progress = null
        where o.ticket = given_ticket and o.status = 'running'
        returning o.workspace_id, o.id, o.attempts;
      if found then
        return;
      end if;
      return query update operations o
        set status = 'running', ticket = given_ticket, attempts = o.attempts + 1, started_at = at, progress = null
        where o.id = (
          select q.id from operations q where q.status = 'queued'
          order by
            (select count(*) from operations r where r.workspace_id = q.workspace_id and r.status = 'running'),
            (select max(r.started_at) from operations r where r.workspace_id = q.workspace_id) nulls first,
            q.created_at, q.id
          limit 1 for update)
        returning o.workspace_id, o.id, o.attempts;
    end $$`,
  ...forServer('claim_operation'),

  // How much waits on the whole server, and how long searching it takes one thread.
  sql`create function waiting_operations() returns table (waiting integer, thread_seconds double precision)
    language sql stable security definer set search_path = public, pg_temp as $$
      select count(*)::integer, coalesce(sum(o.time_limit_seconds * o.threads), 0)
        from operations o where o.status = 'queued'
    $$`,
  ...forServer('waiting_operations'),

  // What has not ended, for those who look after what a crash left behind.
  sql`create function unfinished_operations()
    returns table (workspace_id uuid, operation_id uuid, ticket uuid, attempts integer)
    language sql stable security definer set search_path = public, pg_temp as $$
      select o.workspace_id, o.id, o.ticket, o.attempts from operations o where o.status in ('queued', 'running')
    $$`,
  ...forServer('unfinished_operations'),

  sql`create function forget_operations(at timestamptz) returns void
    language sql volatile security definer set search_path = public, pg_temp as $$
      delete from operations o where o.expires_at <= at
    $$`,
  ...forServer('forget_operations'),
]
