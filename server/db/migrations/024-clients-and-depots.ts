import { sql, type Kysely } from 'kysely'

/**
 * Clients, who have a workspace deliver for them, and the depots of deliveries and plans. Events say whose business they
 * are, so that a client, and somebody who has to do with some depots only, can be told theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table clients (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  name text not null,
  reference text,
  email text,
  phone text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint clients_of_workspace unique (workspace_id, id)
);
create unique index clients_name on clients (workspace_id, lower(name));
create trigger raise_version before update on clients for each row execute function raise_version();

alter table members add client_id uuid,
  drop constraint members_role_check,
  add constraint members_role_check check (role in ('owner', 'admin', 'dispatcher', 'driver', 'viewer', 'client')),
  add constraint members_client_of_role check ((role = 'client') = (client_id is not null)),
  add constraint members_client foreign key (workspace_id, client_id) references clients (workspace_id, id);

alter table depots add constraint depots_of_workspace unique (workspace_id, id);

alter table deliveries
  add client_id uuid,
  -- Null only while the workspace has no depot.
  add depot_id uuid,
  add constraint deliveries_client foreign key (workspace_id, client_id) references clients (workspace_id, id),
  add constraint deliveries_depot foreign key (workspace_id, depot_id) references depots (workspace_id, id);
-- That a delivery has a depot from now on is no change that somebody made.
drop trigger raise_version on deliveries;
update deliveries d set depot_id = e.id from depots e where e.workspace_id = d.workspace_id and e.is_default;
create trigger raise_version before update on deliveries for each row
  when (old.depot_id is not distinct from new.depot_id or old.depot_id is not null) execute function raise_version();

-- Two clients may have the same reference.
drop index deliveries_reference;
create unique index deliveries_reference on deliveries (workspace_id, source, reference, client_id)
  nulls not distinct where deleted_at is null and reference is not null;
create index deliveries_client on deliveries (workspace_id, client_id, number)
  where client_id is not null and deleted_at is null;
-- Which deliveries somebody sees depends on these, and counting should still read nothing else.
drop index deliveries_status, deliveries_day;
create index deliveries_status on deliveries (workspace_id, status, number) include (route_id, depot_id, client_id)
  where deleted_at is null;
create index deliveries_day on deliveries (workspace_id, scheduled_date, number) include (route_id, depot_id, client_id)
  where deleted_at is null;

-- Null for all depots. A workspace that has one depot only never planned for another.
alter table plans add depot_id uuid,
  add constraint plans_depot foreign key (workspace_id, depot_id) references depots (workspace_id, id);
drop trigger raise_version on plans;
update plans p set depot_id = e.id from depots e where e.workspace_id = p.workspace_id
  and not exists (select from depots o where o.workspace_id = p.workspace_id and o.id <> e.id);
create trigger raise_version before update on plans for each row
  when (old.finish_requested_at is distinct from new.finish_requested_at
    or old.state <> new.state and not (old.state in ('queued', 'optimizing') and new.state in ('queued', 'optimizing')))
  execute function raise_version();

-- Whose business an event is: of which client, and of which depots. Without a depot it is everybody's, unless it is about
-- a delivery, a plan or a route.
alter table events add client_id uuid, add depot_ids uuid[] not null default '{}';
`
