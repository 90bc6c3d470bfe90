import { sql, type Kysely } from 'kysely'

/** Invitations to a workspace, and the codes that sign a driver's phone in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    -- Only hashes of tokens are kept: a stolen backup lets nobody in. The one that was sent proves that whoever has it
    -- reads what arrives at the address. The one in a copied link proves nothing, because the inviter has it too.
    create table invitations (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      email text,
      phone text,
      role text not null check (role <> 'owner'),
      -- Null for all.
      depot_ids uuid[],
      client_id uuid,
      driver_id uuid,
      note text not null default '',
      sent_hash bytea unique,
      link_hash bytea not null unique,
      invited_by uuid not null,
      invited_by_name text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      sent_at timestamptz,
      sent_count integer not null default 0,
      -- Why the last text did not arrive.
      failure text,
      accepted_at timestamptz,
      accepted_by uuid,
      withdrawn_at timestamptz,
      version integer not null default 1,
      check (email is null or phone is null),
      foreign key (workspace_id, driver_id) references drivers (workspace_id, id) on delete cascade
    );
    create index invitations_workspace on invitations (workspace_id, created_at desc, id desc);
    create index invitations_driver on invitations (driver_id) where driver_id is not null;
    create unique index invitations_email on invitations (workspace_id, lower(email))
      where accepted_at is null and withdrawn_at is null;
    create unique index invitations_open_driver on invitations (workspace_id, driver_id)
      where accepted_at is null and withdrawn_at is null;
    create trigger raise_version before update on invitations for each row execute function raise_version();

    create table driver_codes (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      driver_id uuid not null,
      hash bytea not null unique,
      made_by uuid not null,
      made_by_name text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_by uuid,
      device text,
      withdrawn_at timestamptz,
      version integer not null default 1,
      foreign key (workspace_id, driver_id) references drivers (workspace_id, id) on delete cascade
    );
    create index driver_codes_driver on driver_codes (workspace_id, driver_id, created_at desc);
    create trigger raise_version before update on driver_codes for each row execute function raise_version();`,
    )
    .execute(db)
}
