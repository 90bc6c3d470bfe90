import { sql, type Kysely } from 'kysely'

/** Stops where something is picked up or loaded, and breaks; what a stop was promised, and what a route costs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table stops
  drop constraint stops_kind_check,
  add constraint stops_kind_check check (kind in ('start', 'pickup', 'delivery', 'break', 'reload', 'end')),
  -- A driver takes a break wherever the driver is.
  alter lat drop not null,
  alter lng drop not null,
  add constraint stops_place check (kind = 'break' or (lat is not null and lng is not null)),
  -- Its place among the pickups and deliveries, from 1.
  add sequence integer not null default 0,
  add locked boolean not null default false,
  add promised_at timestamptz,
  add setup_seconds integer not null default 0,
  add early_seconds integer not null default 0,
  add late_seconds integer not null default 0,
  add load_units integer not null default 0;
update stops set sequence = position where kind = 'delivery';

alter table routes
  -- In minor units of the currency; null without costs.
  add cost double precision,
  add capacity_units integer,
  add load_units integer not null default 0;
`
