import { sql, type Kysely } from 'kysely'

/** Documents of vehicles and licenses of drivers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table fleet_documents (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  vehicle_id uuid references vehicles,
  driver_id uuid references drivers,
  kind text not null,
  name text not null,
  number text,
  expires_on date,
  warn_days integer not null,
  -- A path in the bucket of documents, and what whoever uploaded it called it.
  file jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((vehicle_id is null) <> (driver_id is null))
);
create index fleet_documents_workspace on fleet_documents (workspace_id, expires_on, id);
create index fleet_documents_vehicle on fleet_documents (vehicle_id);
create index fleet_documents_driver on fleet_documents (driver_id);
create trigger raise_version before update on fleet_documents for each row execute function raise_version();`,
    )
    .execute(db)
}
