import { sql, type Kysely } from 'kysely'

/** What workspaces pay for, as Stripe said last, and which events of Stripe came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table subscriptions (
  workspace_id uuid primary key references workspaces on delete cascade,
  customer_id text not null unique,
  subscription_id text,
  status text,
  licenses integer,
  -- Whether active drivers decide how many licenses are paid.
  follows_drivers boolean not null default true,
  period_ends_at timestamptz,
  cancels_at timestamptz,
  overdue_since timestamptz,
  disputed_at timestamptz,
  next_total integer,
  next_currency text,
  -- When Stripe was asked whose answer this is. An older answer never replaces it.
  asked_at timestamptz
);

create table billing_invoices (
  workspace_id uuid not null references workspaces on delete cascade,
  id text not null,
  number text,
  status text not null,
  total integer not null,
  currency text not null,
  created_at timestamptz not null,
  url text,
  primary key (workspace_id, id)
);

-- Events come at least once.
create table site.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);
`
