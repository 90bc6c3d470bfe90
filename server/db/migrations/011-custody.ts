import { sql, type Kysely } from 'kysely'

/** Chains whose entries cover everything, whose heads are kept apart, and which are signed every day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(entries).execute(db)
  await sql.raw(heads).execute(db)
  await sql.raw(log).execute(db)
}

const entries = `
alter table deliveries add column erased_at timestamptz;

alter table delivery_events
  -- The rule by which the hash was made: 1 is Karta 0.1.0's.
  add column format smallint not null default 1,
  add column sequence integer,
  add column changes jsonb not null default '{}',
  add column sealed jsonb not null default '{}',
  -- What the seals hide, with the salts: the only part that may be dropped later.
  add column opened jsonb not null default '{}',
  -- Who did it is sealed, so the name is there.
  alter column actor_name drop not null,
  -- Null in an old entry whose personal data was dropped.
  alter column detail drop not null,
  drop constraint delivery_events_kind_check,
  add constraint delivery_events_kind check
    (kind in ('created', 'recorded', 'updated', 'status_changed', 'deleted', 'restored', 'erased')),
  -- A delivery with a history cannot be deleted, not even by the owner of the tables.
  drop constraint delivery_events_delivery_id_fkey,
  add constraint delivery_events_delivery_id_fkey foreign key (delivery_id) references deliveries;
alter table delivery_events alter column format drop default;

with recursive walk as (
  select id, delivery_id, hash, 1 as sequence from delivery_events where previous_hash is null
  union all
  select e.id, e.delivery_id, e.hash, w.sequence + 1
    from walk w join delivery_events e on e.delivery_id = w.delivery_id and e.previous_hash = w.hash
) cycle id set is_cycle using path
update delivery_events e set sequence = w.sequence from walk w where e.id = w.id and not w.is_cycle;

create table chain_heads (
  workspace_id uuid not null references workspaces on delete cascade,
  -- What kind of thing the chain is about, such as a delivery.
  subject text not null,
  subject_id uuid not null,
  length integer not null check (length > 0),
  hash text not null,
  -- Whether the entries say every field of the subject. Those of Karta 0.1.0 do not.
  is_whole boolean not null,
  -- The head that was last signed.
  signed_length integer not null default 0,
  signed_hash text,
  primary key (workspace_id, subject, subject_id)
);
create index chain_heads_unsigned on chain_heads (workspace_id) where length > signed_length;
create index chain_heads_unrecorded on chain_heads (workspace_id, subject_id) where not is_whole;

insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
  select distinct on (delivery_id) workspace_id, 'delivery', delivery_id, sequence, hash, false
  from delivery_events where sequence is not null order by delivery_id, sequence desc;

-- Entries off the chain come after it, where they show.
update delivery_events e set sequence = o.sequence from (
  select f.id, coalesce(h.length, 0) + row_number() over (partition by f.delivery_id order by f.at, f.id) as sequence
  from delivery_events f left join chain_heads h on h.subject_id = f.delivery_id and h.workspace_id = f.workspace_id
  where f.sequence is null
) o where o.id = e.id;
alter table delivery_events alter column sequence set not null;
create unique index delivery_events_sequence on delivery_events (delivery_id, sequence);
drop index delivery_events_chain;
`

const heads = `
create function keep_chain_head() returns trigger language plpgsql as $$
begin
  if new.workspace_id <> old.workspace_id or new.subject <> old.subject or new.subject_id <> old.subject_id
    or new.length < old.length or (new.length = old.length and new.hash <> old.hash)
    or new.signed_length < old.signed_length or (old.is_whole and not new.is_whole) then
    raise exception 'the head of a chain only moves forward' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger keep_chain_head before update on chain_heads for each row execute function keep_chain_head();
`

const log = `
-- One entry for each day with changes: the Merkle root over the heads of all chains of a workspace, signed.
create table custody_log (
  workspace_id uuid not null references workspaces on delete cascade,
  number integer not null check (number > 0),
  day date not null,
  at timestamptz not null,
  chains integer not null,
  root text not null,
  previous_hash text,
  hash text not null,
  signature text not null,
  public_key jsonb not null,
  primary key (workspace_id, number)
);
create unique index custody_log_day on custody_log (workspace_id, day);

-- The heads that changed since the entry before: the newest of each chain are the leaves of the tree.
create table custody_leaves (
  workspace_id uuid not null,
  number integer not null,
  subject text not null,
  subject_id uuid not null,
  length integer not null,
  hash text not null,
  primary key (workspace_id, subject, subject_id, number),
  -- Deferred, since the entry needs the root over its leaves.
  foreign key (workspace_id, number) references custody_log on delete cascade deferrable initially deferred
);
create index custody_leaves_number on custody_leaves (workspace_id, number);
`
