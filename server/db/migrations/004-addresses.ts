import { sql, type Kysely } from 'kysely'

/** Where positions came from, the address book, and what geocoders answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(betterKey).execute(db)
  await sql.raw(origins).execute(db)
  await sql.raw(book).execute(db)
}

/*
 * Two spellings of one address have the same key more often than before: full-width characters are plain ones, "Jl." is
 * "Jalan", and "No." before a number says nothing. A hyphen or slash between digits stays, since 12-3 is not 12/3.
 */
const betterKey = String.raw`
create or replace function address_key(address text) returns text language sql immutable parallel safe as $$
  with plain as (
    select translate(lower(normalize(address, NFKC)), '‐‑‒–—−', '------') as text
  ), words as (
    select regexp_replace(
      regexp_replace(text, '(\d)\s*([-/])\s*(?=\d)', '\1\2', 'g'),
      '(?!(?<=\d)[-/](?=\d))[[:space:][:punct:]]+', ' ', 'g') as text from plain
  )
  select trim(regexp_replace(
    regexp_replace(text, '\m(jl|jln)\M', 'jalan', 'g'), '\m(no|nr|nomor)\M\s*(?=\d)', '', 'g')) from words
$$;

-- Computed again with the new function. Addresses without a position are looked up by their key too.
drop index deliveries_address;
alter table deliveries drop column address_key;
alter table deliveries add address_key text generated always as (address_key(delivery_address)) stored;
create index deliveries_address on deliveries (workspace_id, address_key, number) where deleted_at is null;
`

const origins = `
alter table deliveries
  add location_source text check
    (location_source in ('given', 'book', 'earlier', 'geocoder', 'dispatcher', 'driver', 'recipient')),
  add location_confidence double precision check (location_confidence between 0 and 1),
  add location_provider text,
  add location_kind text,
  add located_at timestamptz,
  -- Null while nobody has looked the address up.
  add location_search text check (location_search in ('not_found'));

update deliveries set location_source = 'given', location_confidence = 0.9, located_at = updated_at
  where lat is not null;

-- What the geocoder still has to be asked about.
create index deliveries_to_locate on deliveries (workspace_id, scheduled_date)
  where lat is null and location_search is null and deleted_at is null and status = 'pending';

alter table deliveries add constraint deliveries_origin check ((lat is null) = (location_source is null));
alter table deliveries add constraint deliveries_confidence check ((lat is null) = (location_confidence is null));
`

const book = `
create table addresses (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  label text,
  address text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  entrance_lat double precision check (entrance_lat between -90 and 90),
  entrance_lng double precision check (entrance_lng between -180 and 180),
  parking_lat double precision check (parking_lat between -90 and 90),
  parking_lng double precision check (parking_lng between -180 and 180),
  gate_code text,
  service_minutes double precision,
  notes text,
  confirmed_by uuid,
  confirmed_by_name text not null,
  confirmed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((entrance_lat is null) = (entrance_lng is null)),
  check ((parking_lat is null) = (parking_lng is null))
);
create index addresses_by_address on addresses (workspace_id, lower(address), id);

-- Every way in which an entry's address is written. No two entries of a workspace share one.
create table address_spellings (
  workspace_id uuid not null references workspaces on delete cascade,
  address_id uuid not null references addresses on delete cascade,
  position integer not null,
  spelling text not null,
  key text generated always as (address_key(spelling)) stored,
  primary key (address_id, position)
);
create unique index address_spellings_key on address_spellings (workspace_id, key);

-- What geocoders answered, kept for a while. It belongs to the workspace, since addresses are personal data.
create table geocodes (
  workspace_id uuid not null references workspaces on delete cascade,
  provider text not null,
  key text not null,
  hits jsonb not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, provider, key)
);
create index geocodes_expiry on geocodes (expires_at);
`
