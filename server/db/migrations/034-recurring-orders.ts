import { sql, type Kysely } from 'kysely'

/** Orders that come again, and routes that do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table standing_routes (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      name text not null,
      driver_id uuid not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      unique (workspace_id, id),
      foreign key (workspace_id, driver_id) references drivers (workspace_id, id)
    );
    create unique index standing_routes_name on standing_routes (workspace_id, lower(name));
    create trigger raise_version before update on standing_routes for each row execute function raise_version();

    create table recurring_orders (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      -- Who may see it is in the columns, what each delivery says in the order.
      depot_id uuid,
      "order" jsonb not null,
      weekdays smallint[] not null,
      every_weeks smallint not null default 1,
      first_day date not null,
      last_day date,
      skips_holidays boolean not null default true,
      paused boolean not null default false,
      standing_route_id uuid,
      standing_position integer,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      unique (workspace_id, id),
      foreign key (workspace_id, depot_id) references depots (workspace_id, id),
      foreign key (workspace_id, standing_route_id) references standing_routes (workspace_id, id)
        on delete set null (standing_route_id)
    );
    create index recurring_orders_list on recurring_orders (workspace_id, standing_route_id, standing_position, id);
    create trigger raise_version before update on recurring_orders for each row execute function raise_version();

    -- Each comes once a day, whatever becomes of the delivery.
    create table recurring_days (
      workspace_id uuid not null references workspaces on delete cascade,
      recurring_id uuid not null,
      day date not null,
      delivery_id uuid not null,
      primary key (recurring_id, day),
      foreign key (workspace_id, recurring_id) references recurring_orders (workspace_id, id) on delete cascade
    );
    create index recurring_days_delivery on recurring_days (workspace_id, delivery_id);

    alter table deliveries drop constraint deliveries_source_check,
      add constraint deliveries_source_check check (source in ('manual', 'csv', 'api', 'sample', 'recurring'));`,
    )
    .execute(db)
}
