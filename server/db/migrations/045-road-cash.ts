import { sql, type Kysely } from 'kysely'

/** Cash that drivers take and hand in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table cash_hand_ins (
      workspace_id uuid not null references workspaces on delete cascade,
      -- Chosen by the phone.
      id uuid not null,
      driver_id uuid not null references drivers on delete cascade,
      depot_id uuid,
      state text not null default 'waiting' check (state in ('waiting', 'confirmed')),
      amount bigint not null,
      counted bigint,
      reason text,
      handed_in_at timestamptz not null,
      received_at timestamptz not null,
      confirmed_at timestamptz,
      confirmed_by text,
      version integer not null default 1,
      primary key (workspace_id, id)
    );
    create index cash_hand_ins_waiting on cash_hand_ins (workspace_id, handed_in_at) where state = 'waiting';
    create index cash_hand_ins_confirmed on cash_hand_ins (workspace_id, confirmed_at);
    create index cash_hand_ins_driver on cash_hand_ins (driver_id);

    -- A ledger: what a driver has is the sum. Lines are added and never changed.
    create table cash_entries (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null default new_id(),
      driver_id uuid not null references drivers on delete cascade,
      kind text not null check (kind in ('taken', 'taken_back', 'handed_in', 'correction')),
      amount bigint not null,
      due bigint,
      delivery_id uuid references deliveries on delete set null,
      hand_in_id uuid,
      -- The entry of the phone that it follows from.
      entry_id uuid,
      reason text,
      author_name text not null,
      happened_at timestamptz not null,
      added_at timestamptz not null,
      primary key (workspace_id, id)
    );
    create unique index cash_entries_once on cash_entries (workspace_id, entry_id, kind) where entry_id is not null;
    create unique index cash_entries_hand_in on cash_entries (workspace_id, hand_in_id) where hand_in_id is not null;
    create index cash_entries_driver on cash_entries (workspace_id, driver_id, happened_at);
    create index cash_entries_of_driver on cash_entries (driver_id);
    create index cash_entries_delivery on cash_entries (delivery_id);`,
    )
    .execute(db)
}
