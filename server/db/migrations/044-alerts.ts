import { sql, type Kysely } from 'kysely'

/** Alerts and who is told of them, and when drivers are expected where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table alerts (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      kind text not null,
      -- What it is about: there is one alert for it until that is over.
      key text not null,
      severity text not null check (severity in ('low', 'medium', 'high')),
      sentence text not null,
      state text not null default 'open' check (state in ('open', 'seen', 'done')),
      driver_id uuid references drivers on delete set null,
      vehicle_id uuid references vehicles on delete set null,
      delivery_id uuid references deliveries on delete cascade,
      -- Stops and routes come and go with changes of a plan, so these refer to none.
      stop_id uuid,
      route_id uuid,
      depot_id uuid references depots on delete set null,
      raised_at timestamptz not null,
      seen_at timestamptz,
      seen_by text,
      done_at timestamptz,
      done_by text,
      settled_at timestamptz,
      escalated integer not null default 0,
      version integer not null default 1
    );
    create unique index alerts_key on alerts (workspace_id, key) where settled_at is null;
    create index alerts_newest on alerts (workspace_id, raised_at desc, id desc);
    create index alerts_not_done on alerts (workspace_id, raised_at desc, id desc) where state <> 'done';
    create index alerts_unseen on alerts (raised_at) where state = 'open' and severity = 'high';
    create index alerts_driver on alerts (driver_id);
    create index alerts_vehicle on alerts (vehicle_id);
    create index alerts_delivery on alerts (delivery_id);
    create index alerts_depot on alerts (depot_id);

    create index alerts_unsettled on alerts (kind, driver_id) where settled_at is null;

    create table alert_settings (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      -- Who is told next, and after how many minutes, while nobody has seen an urgent alert.
      escalation jsonb not null default '[]',
      version integer not null default 1
    );

    create table alert_choices (
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references auth.users on delete cascade,
      choices jsonb not null,
      primary key (workspace_id, user_id)
    );
    create index alert_choices_user on alert_choices (user_id);

    create table push_subscriptions (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references auth.users on delete cascade,
      app text not null check (app in ('dispatcher', 'driver')),
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null default now(),
      last_sent_at timestamptz
    );
    create unique index push_subscriptions_endpoint on push_subscriptions (workspace_id, sha256(endpoint::bytea));
    create index push_subscriptions_user on push_subscriptions (workspace_id, user_id);
    create index push_subscriptions_person on push_subscriptions (user_id);

    create table auth.push_keys (
      id text primary key,
      public_key text not null,
      sealed_key bytea not null,
      created_at timestamptz not null default now()
    );

    create index plans_on_the_road on plans (day) where state = 'dispatched';
    -- When what was learnt was last worked out from all of it.
    create table eta_fits (
      workspace_id uuid primary key references workspaces on delete cascade,
      fitted_at timestamptz not null
    );

    -- Which routes are worked out when. A server takes one at a time.
    create table route_etas (
      workspace_id uuid not null references workspaces on delete cascade,
      route_id uuid primary key references routes on delete cascade,
      computed_at timestamptz not null,
      -- Of the position that it was worked out from.
      position_at timestamptz,
      -- Something happened since then.
      is_stale boolean not null default false
    );
    create index route_etas_workspace on route_etas (workspace_id);

    create table stop_etas (
      workspace_id uuid not null references workspaces on delete cascade,
      stop_id uuid not null,
      route_id uuid not null references routes on delete cascade,
      delivery_id uuid,
      basis text not null check (basis in ('position', 'progress', 'plan')),
      computed_at timestamptz not null,
      p10_at timestamptz not null,
      p50_at timestamptz not null,
      p90_at timestamptz not null,
      -- How long after the window or promise the driver is expected; negative before it, null without one.
      late_seconds integer,
      primary key (workspace_id, stop_id)
    );
    create index stop_etas_route on stop_etas (route_id);

    -- What was said when, and what happened, without what hardly changed.
    create table eta_history (
      workspace_id uuid not null references workspaces on delete cascade,
      stop_id uuid not null,
      said_at timestamptz not null,
      route_id uuid not null,
      driver_id uuid not null references drivers on delete cascade,
      delivery_id uuid,
      basis text not null,
      p10_at timestamptz not null,
      p50_at timestamptz not null,
      p90_at timestamptz not null,
      arrived_at timestamptz,
      primary key (workspace_id, stop_id, said_at)
    );
    create index eta_history_said on eta_history (workspace_id, said_at);
    create index eta_history_driver on eta_history (driver_id);

    -- What drives and stops took, against their plan.
    create table eta_observations (
      workspace_id uuid not null references workspaces on delete cascade,
      stop_id uuid not null,
      kind text not null check (kind in ('drive', 'service')),
      driver_id uuid not null references drivers on delete cascade,
      -- A square of about 3 km, and the hour of the day there.
      cell text not null,
      hour smallint not null,
      planned_seconds integer not null,
      actual_seconds integer not null,
      observed_at timestamptz not null,
      primary key (workspace_id, stop_id, kind)
    );
    create index eta_observations_observed on eta_observations (workspace_id, observed_at);
    create index eta_observations_driver on eta_observations (driver_id);

    create table eta_effects (
      workspace_id uuid not null references workspaces on delete cascade,
      kind text not null check (kind in ('drive', 'service')),
      scope text not null check (scope in ('all', 'hour', 'cell', 'driver', 'spread')),
      key text not null,
      observations integer not null,
      total double precision not null,
      effect double precision not null,
      primary key (workspace_id, kind, scope, key)
    );

    create function etas_stale_after_progress() returns trigger language plpgsql as $$
    begin
      update route_etas e set is_stale = true from stops s
        where s.workspace_id = new.workspace_id and s.id = new.stop_id and e.route_id = s.route_id
          and e.workspace_id = new.workspace_id;
      return null;
    end $$;
    create trigger etas_stale after insert or update on stop_progress
      for each row execute function etas_stale_after_progress();`,
    )
    .execute(db)
}
