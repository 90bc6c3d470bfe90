import { sql, type Kysely } from 'kysely'

/** What people keep for the next time: filters of a list with a name, and what the columns of a file mean. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table saved_views (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null,
  name text not null,
  -- As in the address of the page.
  query text not null,
  -- Null for the usual ones.
  columns text[],
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index saved_views_name on saved_views (workspace_id, user_id, lower(name));
create trigger raise_version before update on saved_views for each row
  when ((old.name, old.query, old.columns, old.is_shared) is distinct from (new.name, new.query, new.columns, new.is_shared))
  execute function raise_version();

-- With which view somebody's list opens.
create table default_views (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null,
  view_id uuid not null references saved_views on delete cascade,
  primary key (workspace_id, user_id)
);
create index default_views_view on default_views (view_id);

create table import_mappings (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  -- What is imported, such as deliveries.
  kind text not null,
  name text not null,
  -- The names of the file's columns, by which it is recognized.
  header text[] not null,
  -- What each column holds; empty for those that are not imported.
  fields text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (cardinality(header) = cardinality(fields))
);
create unique index import_mappings_name on import_mappings (workspace_id, kind, lower(name));
create trigger raise_version before update on import_mappings for each row execute function raise_version();
`
