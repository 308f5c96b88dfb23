-- owner: notifications
-- A contact of a member for notices, besides the login's address. Unverified contacts get verification codes only.
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

-- Which notices a member gets about an account (`about` is its number) or the login ('login'). No row: the defaults of the rules.
create table portal.notification_choice (
  member_number text not null,
  about text not null check (about ~ '^([0-9]{1,12}|login)$'),
  topic text not null,
  by_email boolean not null,
  by_text boolean not null,
  changed_at timestamptz not null,
  primary key (member_number, about, topic)
);

-- Where notices go. Without an email contact they go to the login's address; without a text contact no texts are sent.
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

-- Numbers that answered STOP. They get no messages until they answer START.
create table portal.opted_out_phone (
  digits text primary key check (digits ~ '^[0-9]{10}$'),
  opted_out_at timestamptz not null
);

-- Notices about the cooperative's copy: each is sent once. A notice that nobody wants is recorded too.
create table portal.sent_notice (
  account_number text not null,
  topic text not null,
  dedupe_key text not null,
  sent_at timestamptz not null,
  primary key (account_number, topic, dedupe_key)
);
create index sent_notice_by_age on portal.sent_notice (sent_at);

-- The last notice about an account's power. No row: the power was on.
create table portal.notified_outage (
  account_number text primary key,
  is_out boolean not null,
  changed_at timestamptz not null
);
create index notified_outage_now on portal.notified_outage (account_number) where is_out;
