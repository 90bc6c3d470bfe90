import { sql, type Kysely } from 'kysely'

/** What proves a delivery, and what happens to it on the road. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table delivery_events
  drop constraint delivery_events_kind,
  add constraint delivery_events_kind check
    (kind in ('created', 'recorded', 'updated', 'status_changed', 'corrected', 'deleted', 'restored', 'erased', 'loaded',
      'missing', 'scanned', 'proved', 'measured', 'photo_checked', 'handed_over', 'taken_over', 'returned'));

-- Photos that a driver's phone said to have taken. They arrive by themselves, through the storage service.
create table photos (
  workspace_id uuid not null references workspaces on delete cascade,
  -- Chosen by the phone.
  id uuid not null,
  -- What it is a photo of, and the id of that.
  about text not null check (about in ('proof', 'failure', 'vehicle_check', 'message')),
  about_id uuid not null,
  delivery_id uuid references deliveries on delete cascade,
  driver_id uuid references drivers on delete set null,
  -- The folder that it arrives in: the driver's user.
  user_id uuid references auth.users on delete set null,
  -- What the phone signed.
  sha256 text not null,
  bytes bigint not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  original_sha256 text,
  original_bytes bigint,
  taken_at timestamptz not null,
  lat double precision,
  lng double precision,
  accuracy_m double precision,
  distance_m double precision,
  state text not null default 'expected' check (state in ('expected', 'stored', 'mismatch', 'not_an_image')),
  object_id uuid references storage.objects on delete set null,
  original_id uuid references storage.objects on delete set null,
  expected_at timestamptz not null,
  checked_at timestamptz,
  primary key (workspace_id, id)
);
create index photos_delivery on photos (workspace_id, delivery_id);
create index photos_about on photos (workspace_id, about_id);
create index photos_waiting on photos (workspace_id, expected_at) where state = 'expected';
create index photos_user on photos (user_id);
create index photos_object on photos (object_id);
create index photos_original on photos (original_id);

create table proofs (
  workspace_id uuid not null references workspaces on delete cascade,
  -- Chosen by the phone.
  id uuid not null,
  delivery_id uuid not null references deliveries on delete cascade,
  stop_id uuid,
  driver_id uuid references drivers on delete set null,
  device_id uuid,
  entry_id uuid,
  entry_hash text,
  kind text not null check (kind in ('photo', 'signature', 'pin', 'scan', 'age', 'name', 'temperature')),
  taken_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision,
  lng double precision,
  accuracy_m double precision,
  -- From where the delivery goes to.
  distance_m double precision,
  -- What is doubtful about it.
  flags text[] not null default '{}',
  -- What it says: a name, a code, strokes, years, degrees.
  data jsonb not null default '{}',
  photo_id uuid,
  primary key (workspace_id, id)
);
create index proofs_delivery on proofs (workspace_id, delivery_id, taken_at);

-- What the recipient tells the driver.
create table delivery_pins (
  workspace_id uuid not null references workspaces on delete cascade,
  delivery_id uuid not null primary key references deliveries on delete cascade,
  pin text not null,
  -- What a phone without a network checks it by.
  salt text not null,
  hash text,
  wrong_tries integer not null default 0,
  confirmed_at timestamptz
);
create index delivery_pins_workspace on delivery_pins (workspace_id);
`)
    .execute(db)
}
