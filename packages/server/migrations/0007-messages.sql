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
-- Bill notices compare a window of bills of one day with the notices sent about them: one range of this index.
create index sent_notice_by_key on portal.sent_notice (topic, dedupe_key, account_number);

-- The last notice about an account's power. No row: the power was on.
create table portal.notified_outage (
  account_number text primary key,
  is_out boolean not null,
  changed_at timestamptz not null,
  -- The restoration estimate that the member last read in a notice, or that was known when the first notice was written.
  estimate_at timestamptz
);
create index notified_outage_now on portal.notified_outage (account_number) where is_out;

-- The unsubscribe link of each mail about an account, by the hash of its id, and what it ends.
create table portal.unsubscribe_link (
  id_hash bytea primary key,
  member_number text not null,
  -- An account number, or 'login'.
  about text not null check (about ~ '^([0-9]{1,12}|login)$'),
  topic text not null,
  expires_at timestamptz not null,
  -- When the link turned emails off. The page offers to undo that while the choice has not been changed since.
  ended_at timestamptz
);
create index unsubscribe_link_by_age on portal.unsubscribe_link (expires_at);

-- At what days and amounts a member wants to be warned about prepaid money (decision 0274). Without a row the defaults of the settings
-- apply. Another holder of the account has warnings of their own.
create table portal.prepaid_warning (
  account_number text primary key,
  member_number text not null,
  -- Days left; null: off.
  days_left integer check (days_left > 0),
  -- Whole cents, each once.
  amounts bigint[] not null,
  changed_at timestamptz not null
);
create index prepaid_warning_by_member on portal.prepaid_warning (member_number);

-- What a prepaid account was like when the job last evaluated it, and what its member was warned about.
create table portal.notified_prepaid (
  account_number text primary key,
  -- The holder; nothing is noted about another one.
  member_number text not null,
  balance bigint not null,
  derived_status text not null,
  cutoff_date date,
  service text not null check (service in ('on', 'pending', 'off')),
  -- The disconnection that the member knows.
  cutoff_on date,
  is_days_low boolean not null,
  -- The lowest amount that the member was warned about; null: none.
  lowest_amount bigint,
  -- Null: the member chose other thresholds since.
  evaluated_on date,
  -- Counts the evaluations, so that one of two workers notes each.
  revision integer not null,
  changed_at timestamptz not null
);
