import { sql, type Kysely } from 'kysely'

/** How routes reached their drivers, and files that go along with a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    alter table routes add constraint routes_of_workspace unique (workspace_id, id);
    create table route_handovers (
      id uuid primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      plan_id uuid not null,
      -- The stops that the driver has seen, in their order, as a hash.
      had_stops text,
      given_at timestamptz,
      given_by text,
      mailed_at timestamptz,
      opened_at timestamptz,
      seen_at timestamptz,
      link_id uuid,
      link_hash bytea unique,
      link_expires_at timestamptz,
      version integer not null default 1,
      foreign key (workspace_id, id) references routes (workspace_id, id) on delete cascade
    );
    create index route_handovers_plan on route_handovers (workspace_id, plan_id);
    create trigger raise_version before update on route_handovers for each row execute function raise_version();
    -- Each {name, type, base64}.
    alter table site.mails add attachments jsonb not null default '[]';`,
    )
    .execute(db)
}
