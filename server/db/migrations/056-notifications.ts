import { sql, type Kysely } from 'kysely'

/** What recipients are told, how, and what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    create table notification_settings (
      workspace_id uuid primary key references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      active boolean not null default false,
      -- Which channels each event may use.
      choices jsonb not null default '{}',
      ladder text[] not null default '{push,email,sms}',
      near_stops integer not null default 0 check (near_stops between 0 and 50),
      near_minutes integer not null default 20 check (near_minutes between 1 and 240),
      delayed_minutes integer not null default 15 check (delayed_minutes between 1 and 240),
      quiet_from text,
      quiet_until text,
      country text,
      sms_price numeric(12, 4) not null default 0 check (sms_price >= 0),
      spend_day numeric(16, 4),
      spend_month numeric(16, 4),
      version integer not null default 1
    );

    create table notification_templates (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      language text not null check (language in ('en', 'id', 'ar')),
      event text not null,
      channel text not null check (channel in ('push', 'email', 'sms')),
      subject text not null default '',
      body text not null,
      version integer not null default 1,
      unique (workspace_id, language, event, channel)
    );

    create table notifications (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      event text not null,
      channel text not null check (channel in ('push', 'email', 'sms')),
      -- Such as the plan by which it is told that a delivery is planned. A repeated occasion is told once.
      occasion text not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'handing_over', 'sent', 'delivered', 'failed', 'unknown', 'skipped')),
      failure text,
      failure_detail text,
      recipient text,
      subject text,
      body text,
      segments integer,
      -- In the smallest unit of the currency, with decimals: a text may cost less than a cent.
      cost numeric(16, 4) not null default 0,
      provider_reference text,
      author_id uuid,
      author_name text,
      is_urgent boolean not null default false,
      send_after timestamptz not null,
      attempts integer not null default 0,
      claimed_at timestamptz,
      created_at timestamptz not null,
      sent_at timestamptz,
      ended_at timestamptz,
      unsubscribe_token text,
      unique (workspace_id, delivery_id, event, channel, occasion)
    );
    create index notifications_delivery on notifications (delivery_id);
    create index notifications_newest on notifications (workspace_id, created_at desc, id desc);
    create index notifications_due on notifications (channel, is_urgent desc, send_after) where state = 'waiting';
    create index notifications_claimed on notifications (claimed_at) where state = 'handing_over';
    create index notifications_reference on notifications (provider_reference) where provider_reference is not null;
    create index notifications_recipient on notifications (recipient, created_at desc) where channel = 'sms';
    create index notifications_spent on notifications (workspace_id, claimed_at) include (cost) where cost > 0;
    create unique index notifications_unsubscribe on notifications (unsubscribe_token) where unsubscribe_token is not null;

    create table notification_replies (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      sender text,
      body text,
      provider_reference text not null,
      received_at timestamptz not null,
      unique (workspace_id, provider_reference)
    );
    create index notification_replies_delivery on notification_replies (delivery_id, received_at);

    create table suppressions (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      channel text not null check (channel in ('email', 'sms')),
      address text not null,
      reason text not null check (reason in ('stop_reply', 'unsubscribed', 'bounced', 'stopped', 'landline', 'by_hand')),
      created_at timestamptz not null,
      unique (workspace_id, channel, address)
    );

    create table recipient_subscriptions (
      id uuid primary key default new_id(),
      workspace_id uuid not null references workspaces on delete cascade,
      delivery_id uuid not null references deliveries on delete cascade,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null
    );
    create unique index recipient_subscriptions_endpoint on recipient_subscriptions (delivery_id, sha256(endpoint::bytea));
    create index recipient_subscriptions_workspace on recipient_subscriptions (workspace_id);

    -- Events that recipients may have to be told of, until a server has taken them.
    create table notification_outbox (
      id bigint generated always as identity primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      type text not null,
      delivery_id uuid not null,
      version integer not null,
      status text not null,
      previous_status text
    );
    create index notification_outbox_workspace on notification_outbox (workspace_id);

    -- Texts and notifications besides mails, for /dev/messages.
    alter table site.mails add column channel text not null default 'email' check (channel in ('push', 'email', 'sms')),
      add column unsubscribe_url text;`,
    )
    .execute(db)
}
