import { sql, type Kysely } from 'kysely'

/** Buckets and objects of the storage service, and the uploads that arrive in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

/*
 * Names are compared byte by byte (collate "C"): lists skip over whole folders by comparing, and the embedded database and
 * a server of the operator's own must agree on the order.
 */
const statements = `
create schema storage;

create table storage.buckets (
  workspace_id uuid not null references workspaces on delete cascade,
  id text collate "C" not null,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
-- An address of a public object names no workspace, so the bucket alone has to tell it.
create unique index buckets_public on storage.buckets (id) where public;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  bucket_id text collate "C" not null,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  -- Where the bytes are, in hex. They are there before the row is, and stay until no row names them.
  sha256 text not null,
  size bigint not null check (size >= 0),
  -- The type that the content shows, whatever its sender said.
  shown_type text,
  metadata jsonb not null,
  user_metadata jsonb,
  version uuid not null,
  path_tokens text[] not null generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  -- No cascade: a bucket with objects cannot be deleted.
  foreign key (workspace_id, bucket_id) references storage.buckets
);
create unique index objects_name on storage.objects (workspace_id, bucket_id, name);
create index objects_sha256 on storage.objects (sha256);

-- Resumable uploads that are not finished. Their bytes are in the object store, by the same id.
create table storage.uploads (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  bucket_id text collate "C" not null,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  upsert boolean not null,
  -- Null until the sender knows it.
  length bigint check (length >= 0),
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- What the sender said about the upload, as it was sent.
  upload_metadata text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (workspace_id, bucket_id) references storage.buckets on delete cascade
);
create index uploads_workspace on storage.uploads (workspace_id, bucket_id);
create index uploads_expire on storage.uploads (expires_at);

-- Signs addresses of objects. Not a key for signing people in: those verify with a published half.
alter table auth.api_keys drop constraint api_keys_kind_check,
  add constraint api_keys_kind_check check (kind in ('publishable', 'secret', 'storage'));
`
