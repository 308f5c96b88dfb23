-- owner: integration
create schema outbox;

-- What the portal did that the cooperative's systems must learn: at least once, in order per account.
create table outbox.event (
  id bigint generated always as identity primary key,
  account_number text,
  kind text not null,
  body jsonb not null,
  created_at timestamptz not null,
  acknowledged_at timestamptz
);
create index event_waiting on outbox.event (id) where acknowledged_at is null;

-- What must be told to a person. With no mail server or text service set, messages stay here and can be read.
create table outbox.message (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  channel text not null check (channel in ('email', 'text')),
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  language text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  send_after timestamptz not null default now(),
  sent_at timestamptz,
  last_error text
);
create index message_waiting on outbox.message (send_after) where sent_at is null;
