-- What guests send us, and mail that goes out. These rows belong to no workspace.

create schema site;

create table site.contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  company text,
  topic text not null,
  message text not null,
  is_spam boolean not null,
  received_at timestamptz not null
);
create index contact_messages_received on site.contact_messages (received_at);

create table site.applications (
  id uuid primary key,
  position text not null,
  name text not null,
  email text not null,
  phone text,
  link text,
  cover_letter text not null,
  is_spam boolean not null,
  received_at timestamptz not null
);
create index applications_received on site.applications (received_at);

-- A challenge is good for one message.
create table site.used_challenges (nonce text primary key, expires_at timestamptz not null);
create index used_challenges_expires on site.used_challenges (expires_at);

-- Replies kept for a guest's Idempotency-Key. The hash covers the key and what was sent with it.
create table site.guest_replies (
  endpoint text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (endpoint, request_hash)
);
create index guest_replies_created on site.guest_replies (created_at);

-- Mail on its way out, refused for good, or kept because there is no mail server.
create table site.mails (
  id uuid primary key,
  state text not null check (state in ('waiting', 'failed', 'kept')),
  recipient text not null,
  subject text not null,
  text_part text not null,
  html_part text not null,
  reply_to text,
  failure text,
  created_at timestamptz not null
);
create index mails_kept on site.mails (created_at desc, id desc) where state = 'kept';
