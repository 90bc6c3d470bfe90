import { sql, type Kysely } from 'kysely'

/**
 * What a prescription says, sealed and apart from its delivery; who handles prescriptions; who opened confidential
 * deliveries; and the check of an identity at the door.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table members add column handles_prescriptions boolean not null default false
      check (not handles_prescriptions or role in ('admin', 'dispatcher', 'viewer'))`,
    `alter table workspaces
      add column idle_minutes integer check (idle_minutes between 1 and 720),
      add column logs_opening boolean not null default false`,
    'alter table deliveries add column has_prescription boolean not null default false',
    `create table prescriptions (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid primary key references deliveries on delete cascade,
      -- All that it says, as JSON.
      sealed bytea not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      updated_by text not null,
      version integer not null default 1
    )`,
    'create index prescriptions_workspace on prescriptions (workspace_id)',
    `create table prescription_doors (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid primary key references deliveries on delete cascade,
      -- Who may receive it, as JSON.
      sealed bytea not null
    )`,
    'create index prescription_doors_workspace on prescription_doors (workspace_id)',
    `create table delivery_openings (
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      -- A member's user, or a key.
      person_id uuid not null,
      opened_at timestamptz not null,
      primary key (workspace_id, delivery_id, person_id)
    )`,
    'create index delivery_openings_delivery on delivery_openings (delivery_id)',
    'alter table api_keys drop constraint api_keys_scopes',
    `alter table api_keys add constraint api_keys_scopes check (cardinality(scopes) > 0
      and scopes <@ '{read,deliveries,planning,tracking,temperatures,prescriptions}')`,
    'alter table proofs drop constraint proofs_kind_check',
    `alter table proofs add constraint proofs_kind_check
      check (kind in ('photo', 'signature', 'pin', 'scan', 'age', 'identity', 'name', 'temperature'))`,
  ])
    await sql.raw(statement).execute(db)
}
