import { sql, type Kysely } from 'kysely'

/** One row for each content that the store of objects has or is about to have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(blobs).execute(db)
}

const blobs = `
create table storage.blobs (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  -- When it was last uploaded.
  touched_at timestamptz not null
);
-- An object cannot lose its content, whoever deletes, and no order of events can leave it without one.
alter table storage.objects add foreign key (sha256) references storage.blobs;
`
