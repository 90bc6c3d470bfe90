import { sql, type Kysely } from 'kysely'

/** Finding everything about one recipient, erasing it, and how long personal data is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(spellings).execute(db)
  await sql.raw(files).execute(db)
  await sql.raw(tables).execute(db)
}

/*
 * How a recipient is recognized. Functions name their schema, since indexes are built without a search path.
 */
const spellings = String.raw`
create function mail_key(email text) returns text language sql immutable parallel safe
  return nullif(lower(btrim(email)), '');

create function name_key(name text) returns text language sql immutable parallel safe
  return nullif(btrim(regexp_replace(lower(normalize(name, NFKC)), '[[:space:][:punct:]]+', ' ', 'g')), '');

-- As in E.164 if it was written with its country; otherwise its digits.
create function phone_key(phone text) returns text language sql immutable parallel safe
  return case
    when phone !~ '[0-9]' then null
    when phone ~ '^\s*(\+|00)' then '+' || regexp_replace(regexp_replace(replace(phone, '(0)', ''), '[^0-9]', '', 'g'), '^00', '')
    else regexp_replace(phone, '[^0-9]', '', 'g') end;

-- The end of a number is the same with and without its country.
create function phone_end(phone text) returns text language sql immutable parallel safe
  return nullif(right(regexp_replace(phone, '[^0-9]', '', 'g'), 8), '');

-- With the workspace in each word, so that one index tells the workspaces apart.
create function name_words(workspace uuid, name text) returns text[] language sql immutable parallel safe as $$
  select array_agg(workspace::text || ' ' || word) from regexp_split_to_table(public.name_key(name), ' ') as word
$$;

create index deliveries_recipient_phone on deliveries (workspace_id, phone_end(recipient_phone))
  where recipient_phone is not null;
create index deliveries_recipient_email on deliveries (workspace_id, mail_key(recipient_email))
  where recipient_email is not null;
create index deliveries_recipient_name on deliveries using gin (name_words(workspace_id, recipient_name))
  where recipient_name is not null;
-- Deleted ones have an address too.
drop index deliveries_address;
create index deliveries_address on deliveries (workspace_id, address_key, number);
-- What is old enough to be erased.
create index deliveries_unerased on deliveries (workspace_id, scheduled_date) where erased_at is null;
create index messages_inserted on realtime.messages (workspace_id, inserted_at);
`

const files = String.raw`
-- The ids that an object names: in its path, or in what its sender said about it.
create function storage.named_ids(name text, metadata jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct lower(found[1])), '{}') from regexp_matches(
    name || ' ' || coalesce(metadata::text, ''),
    '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}', 'g') as found
$$;
create index objects_named_ids on storage.objects using gin (storage.named_ids(name, user_metadata));
create index objects_age on storage.objects (workspace_id, bucket_id, created_at);
`

const tables = `
-- Recipients who are being erased, and who were. It takes many transactions.
create table erasures (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  state text not null default 'running' check (state in ('running', 'done')),
  deliveries integer not null,
  addresses integer not null,
  -- What is left to do, and the values to look for where no id leads. Empty and null once it is done.
  delivery_ids uuid[] not null,
  address_ids uuid[] not null,
  wanted text[],
  counts jsonb not null default '{}',
  left_open integer not null default 0,
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- Raised when it is asked for and when it is done, not by its progress.
  version integer not null default 1,
  check ((state = 'done') = (wanted is null))
);
create index erasures_newest on erasures (workspace_id, requested_at desc, id desc);
create index erasures_running on erasures (id) where state = 'running';

-- How many days personal data is kept, by kind. Null for as long as there is room.
create table retention (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- Events name it. The id of the workspace is the workspace's.
  id uuid not null unique default new_id(),
  recipients_days integer check (recipients_days > 0),
  proofs_days integer check (proofs_days > 0),
  messages_days integer check (messages_days > 0),
  audit_days integer check (audit_days > 0),
  -- The day of the workspace for which it was last applied, completely.
  applied_on date not null,
  -- What the run under way has removed so far.
  running jsonb,
  last_run jsonb,
  -- Raised by changes of the settings and by complete runs.
  version integer not null default 1
);
`
