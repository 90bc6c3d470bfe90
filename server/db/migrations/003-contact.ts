import { sql, type Kysely } from 'kysely'

/**
 * What guests send us and mail that goes out: of no workspace, and so in a schema of its own. Its rows are seen by
 * transactions whose `karta.scope` is `site`. What people wrote can only be added; they are read by the operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const scoped = (table: string) => [
  sql`alter table site.${sql.id(table)} enable row level security`,
  sql`create policy site on site.${sql.id(table)}
    using (current_setting('karta.scope', true) = 'site') with check (current_setting('karta.scope', true) = 'site')`,
]

const statements = [
  sql`create schema site`,
  sql`grant usage on schema site to karta_app`,

  sql`create table site.contact_messages (
    id uuid primary key,
    name text not null,
    email text not null,
    phone text,
    company text,
    topic text not null,
    message text not null,
    is_spam boolean not null,
    received_at timestamptz not null
  )`,
  sql`create table site.applications (
    id uuid primary key,
    position text not null,
    name text not null,
    email text not null,
    phone text,
    link text,
    cover_letter text not null,
    is_spam boolean not null,
    received_at timestamptz not null
  )`,
  sql`create index contact_messages_received on site.contact_messages (received_at)`,
  sql`create index applications_received on site.applications (received_at)`,
  ...scoped('contact_messages'),
  ...scoped('applications'),
  sql`grant insert on site.contact_messages, site.applications to karta_app`,

  // A challenge is good for one message.
  sql`create table site.used_challenges (nonce text primary key, expires_at timestamptz not null)`,
  sql`create index used_challenges_expires on site.used_challenges (expires_at)`,
  ...scoped('used_challenges'),
  sql`grant insert on site.used_challenges to karta_app`,

  // Replies kept for a guest's Idempotency-Key; the hash covers the key and what was sent with it.
  sql`create table site.guest_replies (
    endpoint text not null,
    request_hash text not null,
    status integer,
    body jsonb,
    created_at timestamptz not null default now(),
    primary key (endpoint, request_hash)
  )`,
  sql`create index guest_replies_created on site.guest_replies (created_at)`,
  ...scoped('guest_replies'),
  sql`grant select, insert, update on site.guest_replies to karta_app`,

  // Mail on its way out, refused for good, or kept because there is no mail server
  sql`create table site.mails (
    id uuid primary key,
    state text not null check (state in ('waiting', 'failed', 'kept')),
    recipient text not null,
    subject text not null,
    text_part text not null,
    html_part text not null,
    reply_to text,
    failure text,
    created_at timestamptz not null
  )`,
  sql`create index mails_kept on site.mails (created_at desc, id desc) where state = 'kept'`,
  ...scoped('mails'),
  // A mail is written within any transaction: a guest's, a workspace's or one of the sign-in service.
  sql`create policy write on site.mails for insert with check (true)`,
  sql`grant select, insert, update, delete on site.mails to karta_app`,

  // As the owner, since whoever writes a mail need not see the others.
  sql`create function site.forget_kept_mails() returns trigger
    language plpgsql volatile security definer set search_path = site, pg_temp as $$
    begin
      delete from mails where id in (
        select id from mails where state = 'kept' order by created_at desc, id desc offset 200 for update skip locked
      );
      return null;
    end $$`,
  sql`create trigger forget_kept_mails after insert or update of state on site.mails
    for each row when (new.state = 'kept') execute function site.forget_kept_mails()`,

  sql`create function site.forget_old() returns void
    language sql volatile security definer set search_path = site, pg_temp as $$
      delete from used_challenges where expires_at < now() - interval '1 hour';
      delete from guest_replies where created_at < now() - interval '1 day';
      delete from contact_messages where is_spam and received_at < now() - interval '30 days';
      delete from applications where is_spam and received_at < now() - interval '30 days';
    $$`,
  sql`revoke all on function site.forget_kept_mails, site.forget_old from public`,
  sql`grant execute on function site.forget_old to karta_app`,
]
