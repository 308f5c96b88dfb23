-- owner: notifications
-- What a verification code opens is not always an account: a contact of a member is another.
alter table portal.verification_code rename column account_number to subject;

-- Where a member wants to be told of things, besides the address of the login. Nothing is sent there before a code that went
-- there has come back.
create table portal.contact (
  contact_id uuid primary key,
  member_number text not null,
  channel text not null check (channel in ('email', 'text')),
  -- An address in lower case, or ten digits.
  value text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  unique (member_number, channel, value)
);
create index contact_by_value on portal.contact (channel, value);

-- What a member is told of an account ('about' is its number) or of the login ('about' is 'login'), where a row says so; the
-- others are as the rules have it.
create table portal.notification_choice (
  member_number text not null,
  about text not null check (about ~ '^([0-9]{1,12}|login)$'),
  topic text not null,
  by_email boolean not null,
  by_text boolean not null,
  changed_at timestamptz not null,
  primary key (member_number, about, topic)
);

-- Which contacts it goes to. No e-mail contact: the address of the login. No text contact: no texts.
create table portal.notification_route (
  member_number text not null,
  about text not null check (about ~ '^([0-9]{1,12}|login)$'),
  email_contact_id uuid references portal.contact on delete set null,
  text_contact_id uuid references portal.contact on delete set null,
  changed_at timestamptz not null,
  primary key (member_number, about)
);
create index route_by_email on portal.notification_route (email_contact_id) where email_contact_id is not null;
create index route_by_text on portal.notification_route (text_contact_id) where text_contact_id is not null;

-- Numbers that answered STOP: nothing is sent to them until they answer START.
create table portal.opted_out_phone (
  digits text primary key check (digits ~ '^[0-9]{10}$'),
  opted_out_at timestamptz not null
);

-- What an account was told of the cooperative's copy: each fact once, also when nobody wanted to be told.
create table portal.sent_notice (
  account_number text not null,
  topic text not null,
  dedupe_key text not null,
  sent_at timestamptz not null,
  primary key (account_number, topic, dedupe_key)
);

-- The last word on an account's power. No row: it was on.
create table portal.notified_outage (
  account_number text primary key,
  is_out boolean not null,
  changed_at timestamptz not null
);

-- Where the reader of a mail can stop mails of its kind.
alter table outbox.message add column unsubscribe_url text;
