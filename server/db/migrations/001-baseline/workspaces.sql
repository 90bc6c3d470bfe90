-- Workspaces and their members.

-- Ids that grow with time keep indexes compact. PostgreSQL before 18 cannot make them.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    create function new_id() returns uuid language sql volatile as 'select uuidv7()';
  else
    create function new_id() returns uuid language sql volatile as 'select gen_random_uuid()';
  end if;
end $$;

create table workspaces (
  id uuid primary key default new_id(),
  name text not null,
  tier text not null default 'free' check (tier in ('free', 'standard', 'enterprise')),
  trial_ends_at timestamptz not null,
  time_zone text not null default 'UTC',
  start_time time not null default '09:00',
  end_time time not null default '17:00',
  speed_kmh double precision not null default 40,
  fuel_l_per_km double precision not null default 0.1,
  service_minutes double precision not null default 5,
  currency text not null default 'USD',
  last_delivery_number integer not null default 0,
  created_at timestamptz not null default now(),
  -- Whether it asks its members for a second factor.
  requires_two_factors boolean not null default false
);

create table members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'dispatcher', 'driver', 'viewer')),
  name text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);
