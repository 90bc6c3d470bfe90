import { sql, type Kysely } from 'kysely'

/** Saved reports, and when they were mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table reports (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  measures text[] not null,
  split text,
  filters jsonb not null,
  period text not null check (period in ('day', 'week', 'month')),
  "range" text not null,
  compare boolean not null,
  -- Null if it is not mailed.
  schedule jsonb,
  -- With whose rights it is mailed, and since when the schedule counts.
  scheduled_by uuid,
  scheduled_by_name text,
  armed_at timestamptz,
  stopped_at timestamptz,
  stopped_why text,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (workspace_id, id)
);
create unique index reports_name on reports (workspace_id, lower(name));
create trigger raise_version before update on reports for each row execute function raise_version();

create table report_sendings (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  report_id uuid not null,
  at timestamptz not null,
  -- The day that it is made for.
  day date not null,
  -- Null if somebody sent it. Whoever adds the row sends it, so each time of a schedule comes once.
  due_at timestamptz,
  as_user uuid not null,
  by_name text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  formats text[] not null,
  recipients jsonb not null default '[]',
  problem text,
  foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade,
  constraint report_sendings_due unique (report_id, due_at)
);
create index report_sendings_list on report_sendings (workspace_id, report_id, at desc, id desc);

-- Members who do not want a report by mail, whoever sends it to them.
create table report_refusals (
  workspace_id uuid not null references workspaces on delete cascade,
  report_id uuid not null,
  user_id uuid not null,
  primary key (report_id, user_id),
  foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade
);`,
    )
    .execute(db)
}
