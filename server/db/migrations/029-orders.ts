import { sql, type Kysely } from 'kysely'

/** What an order can be: parcels, a pickup with a place, several windows, requirements, several stops, no day yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(times).execute(db)
  await sql.raw(fields).execute(db)
  await sql.raw(pickups).execute(db)
  await sql.raw(customFields).execute(db)
}

/*
 * An end may be after midnight: 26:30 is 02:30 of the next day. Such times are text, since PostgreSQL's end at 24:00, and
 * they sort as text.
 */
const times = `
create function is_day_time(given text) returns boolean language sql immutable parallel safe
  return given ~ '^([0-3][0-9]|4[0-7]):[0-5][0-9]$';

alter table deliveries
  alter column window_start type text using to_char(window_start, 'HH24:MI'),
  alter column window_end type text using to_char(window_end, 'HH24:MI'),
  add check (is_day_time(window_start)),
  add check (is_day_time(window_end)),
  -- An order without a day is planned where it fits best, between these.
  alter column scheduled_date drop not null,
  add earliest_date date,
  add latest_date date,
  add check (latest_date >= earliest_date);
`

const fields = `
alter table deliveries
  add kind text not null default 'delivery' check (kind in ('delivery', 'return', 'exchange')),
  add pickup_lat double precision check (pickup_lat between -90 and 90),
  add pickup_lng double precision check (pickup_lng between -180 and 180),
  add pickup_location_source text check
    (pickup_location_source in ('given', 'book', 'earlier', 'geocoder', 'dispatcher', 'driver', 'recipient')),
  add pickup_location_confidence double precision check (pickup_location_confidence between 0 and 1),
  add pickup_location_provider text,
  add pickup_location_kind text,
  add pickup_located_at timestamptz,
  add pickup_location_search text check (pickup_location_search in ('not_found')),
  -- The depot that the pickup address means. Null if it is another place, or there is no such address. It is no foreign
  -- key: whoever embeds depots in deliveries through the data API means the depot that they leave from.
  add pickup_depot_id uuid,
  add pickup_name text,
  add pickup_phone text,
  add pickup_notes text,
  add pickup_window_start text check (is_day_time(pickup_window_start)),
  add pickup_window_end text check (is_day_time(pickup_window_end)),
  add pickup_service_minutes double precision check (pickup_service_minutes >= 0),
  add more_windows jsonb not null default '[]',
  add preferred_start text check (is_day_time(preferred_start)),
  add preferred_end text check (is_day_time(preferred_end)),
  add ready_time text check (is_day_time(ready_time)),
  add setup_minutes double precision check (setup_minutes >= 0),
  add max_ride_minutes double precision check (max_ride_minutes > 0),
  add units integer not null default 0 check (units >= 0),
  add return_weight_kg double precision check (return_weight_kg >= 0),
  add return_volume_l double precision check (return_volume_l >= 0),
  add return_units integer check (return_units >= 0),
  add parcels jsonb not null default '[]',
  add requirements text[] not null default '{}',
  add minimum_age smallint check (minimum_age > 0),
  add cash_amount bigint check (cash_amount >= 0),
  add temperature_min_c double precision,
  add temperature_max_c double precision check (temperature_max_c >= temperature_min_c),
  add tags text[] not null default '{}',
  add custom jsonb not null default '{}',
  add order_reference text,
  add order_step integer check (order_step > 0),
  add worth bigint check (worth >= 0),
  add check ((pickup_lat is null) = (pickup_lng is null)),
  add constraint deliveries_pickup_origin check ((pickup_lat is null) = (pickup_location_source is null)),
  add constraint deliveries_pickup_confidence check ((pickup_lat is null) = (pickup_location_confidence is null)),
  add pickup_key text generated always as (address_key(pickup_address)) stored,
  drop column search,
  add search text generated always as (lower(
    number::text || ' ' || coalesce(reference, '') || ' ' || delivery_address || ' ' || coalesce(pickup_address, '') || ' ' ||
    coalesce(recipient_name, '') || ' ' || coalesce(recipient_phone, '') || ' ' || coalesce(recipient_email, '') || ' ' ||
    coalesce(notes, '') || ' ' || coalesce(order_reference, '') || ' ' || coalesce(pickup_name, '') || ' ' ||
    coalesce(pickup_phone, '') || case when parcels = '[]' then '' else
      ' ' || jsonb_path_query_array(parcels, '$[*].code')::text end)) stored;

create index deliveries_of_order on deliveries (workspace_id, order_reference, scheduled_date, client_id)
  where order_reference is not null and deleted_at is null;
create index deliveries_pickup on deliveries (workspace_id, pickup_key, number) where pickup_key is not null;
-- Whoever hands it over is looked for like the recipient, when somebody asks what is known about them.
create index deliveries_pickup_phone on deliveries (workspace_id, phone_end(pickup_phone)) where pickup_phone is not null;
create index deliveries_pickup_name on deliveries using gin (name_words(workspace_id, pickup_name))
  where pickup_name is not null;
create index deliveries_pickups_to_locate on deliveries (workspace_id, scheduled_date)
  where pickup_key is not null and pickup_depot_id is null and pickup_lat is null and pickup_location_search is null
    and deleted_at is null and status = 'pending';

-- With the workspace in each code, so that one index tells the workspaces apart.
create function parcel_codes(workspace uuid, parcels jsonb) returns text[] language sql immutable parallel safe as $$
  select array_agg(workspace::text || ' ' || (each ->> 'code')) from jsonb_array_elements(parcels) as each
    where each ->> 'code' is not null
$$;
create index deliveries_parcel_codes on deliveries using gin (parcel_codes(workspace_id, parcels))
  where parcels <> '[]' and deleted_at is null and status in
    ('pending', 'planned', 'dispatched', 'in_transit', 'arrived');
`

/*
 * Until now every delivery left from its depot, whatever its pickup address said. So these addresses go on meaning the
 * depot: for the deliveries that have them, and for new ones those that were used most. It is no change that somebody made.
 */
const pickups = `
alter table depots add aliases text[] not null default '{}';
alter table depots disable trigger raise_version;
update depots d set aliases = coalesce((
  select array_agg(a.spelling order by a.uses desc, a.spelling) from (
    select min(p.pickup_address) as spelling, count(*) as uses from deliveries p
      where p.workspace_id = d.workspace_id and p.pickup_address is not null and p.erased_at is null
        and p.pickup_key not in ('', address_key(d.name), address_key(d.address))
      group by p.pickup_key order by count(*) desc, 1 limit 200) a), '{}')
  where d.is_default;
alter table depots enable trigger raise_version;
alter table deliveries disable trigger raise_version;
update deliveries set pickup_depot_id = depot_id where pickup_address is not null and depot_id is not null;
alter table deliveries enable trigger raise_version;
`

const customFields = `
create table custom_fields (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null,
  type text not null check (type in ('text', 'number', 'date', 'yes_no', 'choice')),
  options text[] not null default '{}',
  -- Who sees the values besides those who see everything.
  visible_to text[] not null default '{}' check (visible_to <@ array['driver', 'client', 'recipient']),
  position integer not null,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index custom_fields_key on custom_fields (workspace_id, key);
create index custom_fields_order on custom_fields (workspace_id, position, id);
create trigger raise_version before update on custom_fields for each row execute function raise_version();
`
