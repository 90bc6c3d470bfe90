import { sql, type Kysely } from 'kysely'

/** What clients pay: rate cards, charges of deliveries that ended, and invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table rate_cards (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  client_id uuid not null,
  currency text not null,
  valid_from date not null,
  valid_until date,
  prices jsonb not null,
  cash_fee bigint not null check (cash_fee >= 0),
  cash_percent double precision not null check (cash_percent >= 0),
  again_fee bigint not null check (again_fee >= 0),
  hours jsonb not null,
  minimum bigint not null check (minimum >= 0),
  fuel_percent double precision not null check (fuel_percent >= 0),
  tax_percent double precision not null check (tax_percent >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  foreign key (workspace_id, client_id) references clients (workspace_id, id),
  check (valid_from <= valid_until)
);
create index rate_cards_client on rate_cards (workspace_id, client_id, valid_from);
create trigger raise_version before update on rate_cards for each row execute function raise_version();

create table client_invoices (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  client_id uuid not null,
  client_name text not null,
  client_reference text,
  number integer not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  month text not null,
  currency text not null,
  charges integer not null,
  net bigint not null,
  taxes jsonb not null,
  total bigint not null,
  credits_id uuid references client_invoices,
  reason text,
  made_at timestamptz not null,
  made_by text not null,
  unique (workspace_id, number),
  foreign key (workspace_id, client_id) references clients (workspace_id, id),
  check ((kind = 'credit_note') = (credits_id is not null))
);
create index client_invoices_client on client_invoices (workspace_id, client_id, number desc);

create table client_charges (
  id uuid primary key default new_id(),
  workspace_id uuid not null references workspaces on delete cascade,
  client_id uuid not null,
  -- Null for what somebody added.
  delivery_id uuid references deliveries on delete set null,
  number integer,
  reference text,
  attempt integer not null,
  outcome text check (outcome in ('delivered', 'failed')),
  -- When it ended, in the workspace's time zone.
  day date not null,
  -- As it was when it ended.
  weight_kg double precision not null default 0,
  cash_amount bigint,
  cash_currency text not null,
  window_start text,
  -- Known once it has been measured.
  zone_ids uuid[],
  km double precision,
  state text not null default 'waiting' check (state in ('waiting', 'priced', 'no_rates')),
  rate_card_id uuid references rate_cards,
  currency text,
  amount bigint,
  tax_percent double precision,
  lines jsonb not null default '[]',
  invoice_id uuid references client_invoices,
  credit_id uuid references client_invoices,
  unique (workspace_id, delivery_id, attempt),
  foreign key (workspace_id, client_id) references clients (workspace_id, id)
);
create index client_charges_waiting on client_charges (workspace_id) where state = 'waiting';
create index client_charges_client on client_charges (workspace_id, client_id, day, id);
create index client_charges_invoice on client_charges (invoice_id);
create index client_charges_credit on client_charges (credit_id);
create index client_charges_card on client_charges (rate_card_id);
create index client_charges_delivery on client_charges (delivery_id)`,
    )
    .execute(db)
}
