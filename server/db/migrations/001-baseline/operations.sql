-- Problems that programs send to be optimized. They are kept until a day after they end.

create table operations (
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
);
-- The server compresses it already.
alter table operations alter column problem set storage external;
create unique index operations_key on operations (workspace_id, idempotency_key) where idempotency_key is not null;
create index operations_newest on operations (workspace_id, created_at desc, id desc);
create index operations_unfinished on operations (created_at) where status in ('queued', 'running');
create index operations_served on operations (workspace_id, started_at) where started_at is not null;
create index operations_expiring on operations (expires_at) where expires_at is not null;
