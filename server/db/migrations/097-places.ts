import { sql, type Kysely } from 'kysely'

/** Which address each attempt went to, and what attempts at an address add up to by month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Addresses that attempts went to, each in one spelling. One goes with its last attempt, also when recipients are erased.
create table figure_places (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  key text not null,
  address text not null,
  unique (workspace_id, key)
);

alter table figure_attempts
  -- Null for recipients who were erased.
  add place_id uuid,
  -- Failed for a reason that has to do with the address or the recipient.
  add failed_there integer not null default 0,
  -- The position was doubtful, or a driver or recipient placed the pin.
  add pin_unsure integer not null default 0;
create index figure_attempts_place on figure_attempts (workspace_id, place_id, day) where place_id is not null;

create table figure_place_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  place_id uuid not null,
  depot_id uuid,
  client_id uuid,
  attempts integer not null,
  failed_there integer not null,
  services integer not null,
  planned_service_seconds bigint not null,
  actual_service_seconds bigint not null,
  waited integer not null,
  waiting_seconds bigint not null,
  late_address integer not null,
  late_address_seconds bigint not null,
  pin_unsure integer not null,
  unique nulls not distinct (workspace_id, month, place_id, depot_id, client_id)
);

-- The past is read again, a piece at a time.
update figure_progress set first_reading_after = 0;
`
