-- owner: platform
create schema portal;
-- The copy of the cooperative's data. Imports write it. All amounts are whole cents.
create schema cis;
-- All amounts are whole cents.
create schema pay;
create schema outbox;
-- Readings of meters and the weather. Amounts are whole thousandths of the unit that they are measured in.
create schema meter;

-- For the triggers of append-only tables.
create function pay.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are append only', tg_table_schema, tg_table_name using errcode = '55000';
end $$;

-- The id of the key that a stored secret is encrypted under, for the indexes of secrets and for `coopline keys`. A keyed hash
-- of 32 bytes names no key: ''.
create function portal.key_id_of(secret bytea) returns text language sql immutable strict parallel safe as $$
  select case when length(secret) = 32 then '' else encode(substring(secret from 2 for get_byte(secret, 0)), 'escape') end
$$;
create function portal.key_id_of(secret text) returns text language sql immutable strict parallel safe as $$
  select case when secret like 'sealed:%' then portal.key_id_of(decode(substring(secret from 8 for 28), 'base64'))
    else coalesce(substring(secret from 'keyid=([a-z0-9-]+)'), '') end
$$;

-- Counts attempts for rate limits. Stored here, the counts survive a restart and hold for every process.
create table portal.attempt_counter (
  kind text not null,
  subject text not null,
  -- The limit when the last attempt was recorded.
  max_attempts integer not null,
  window_seconds integer not null,
  -- The attempts within the window, oldest first.
  attempted_at timestamptz[] not null,
  -- Attempts refused since the last one that was allowed.
  refused integer not null default 0,
  expires_at timestamptz not null,
  primary key (kind, subject)
);
create index attempt_counter_by_age on portal.attempt_counter (expires_at);

-- Who did what, when, and from where.
create table portal.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  member_number text,
  account_number text,
  client_address text,
  request_id text,
  detail jsonb not null
);
create index audit_by_member on portal.audit (member_number, at desc);
create index audit_by_age on portal.audit (at);

-- No entry ever changes. Retention may delete entries older than a year, whatever the settings say.
create function portal.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed, and not deleted within a year' using errcode = '55000';
end $$;
create trigger append_only before update or delete on portal.audit
  for each row execute function portal.refuse_audit_change();
create trigger append_only_truncate before truncate on portal.audit for each statement execute function pay.refuse_change();

-- The keys that this database has seen. The fingerprint detects another key under the same id.
create table portal.app_key (
  key_id text primary key,
  fingerprint bytea not null,
  first_seen_at timestamptz not null,
  -- Since when it is first in APP_KEYS; null when another key is.
  current_since timestamptz
);

-- Events for the cooperative's systems: delivered at least once, in order per account.
create table outbox.event (
  id bigint generated always as identity primary key,
  account_number text,
  kind text not null,
  body jsonb not null,
  created_at timestamptz not null,
  acknowledged_at timestamptz
);
create index event_waiting on outbox.event (id) where acknowledged_at is null;
create index event_by_acknowledgement on outbox.event (acknowledged_at) where acknowledged_at is not null;
-- Staff list the submitted applications, newest first, and open one by its reference number.
create index event_of_application on outbox.event (id) where kind = 'service-application.submitted';
create index event_by_application on outbox.event ((body ->> 'referenceNumber'))
  where kind = 'service-application.submitted';
-- Reconciliation compares the events of a payment with its bookings.
create index event_by_any_booking on outbox.event ((body ->> 'transNo')) where kind in
  ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated');

-- A transaction draws the ids of its events before it commits, so a lower id may become visible after a higher one. A reader
-- in the order of ids must stop below the lowest id that is still uncommitted.

-- Each transaction that inserts events takes a shared lock. Its second number is the lowest id that the transaction may draw.
create function outbox.announce_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(
    8675312, (select case when is_called then last_value + 1 else last_value end from outbox.event_id_seq)::integer);
  return null;
end $$;
-- For each statement, not for each row: a row draws its id before row triggers run and after statement triggers.
create trigger announce_events before insert on outbox.event
  for each statement execute function outbox.announce_events();

-- A later statement sees every event below this id. The order matters: ids drawn after this reads the sequence are higher,
-- and ids drawn before it are locked or committed.
create function outbox.lowest_unsettled_event() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  next_id bigint;
begin
  select case when is_called then last_value + 1 else last_value end into next_id from outbox.event_id_seq;
  return least(next_id, (
    select min(objid::bigint) from pg_locks
    where locktype = 'advisory' and classid = 8675312 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())));
end $$;

-- Emails and text messages. Without a mail server or text service they stay here, where staff can read them.
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
  last_error text,
  unsubscribe_url text,
  -- Codes and links that a person waits for (0) leave before answers to a member's action (1), notices of outages (2), and bills and
  -- usage alerts (3).
  priority smallint not null default 1 check (priority between 0 and 3),
  -- Whether the service refused the recipient of a message and sent others since: its age says nothing about the service.
  is_refused boolean not null default false,
  -- When the code or link in a message stops working: the message is not sent after it. Null for messages that do not expire.
  expires_at timestamptz
);
create index message_due on outbox.message (channel, priority, attempts, send_after, id) where sent_at is null;
create index message_by_age on outbox.message (created_at);
create index message_by_key on outbox.message (portal.key_id_of(body_text), id)
  where sent_at is null and body_text like 'sealed:%';
create index message_by_recipient on outbox.message (recipient, id);

-- What lies refused in the watch folders, for the alarm `import-refused`. A row goes when its file does.
create table portal.refused_import (
  directory text not null,
  file text not null,
  refused_at timestamptz not null,
  has_report boolean not null,
  mailed_at timestamptz,
  -- The id in the folder itself: what lies refused belongs to a watch folder, wherever it is mounted.
  folder text not null default '',
  -- It counts while the watch of the folder reports it.
  seen_at timestamptz not null default now(),
  primary key (folder, file)
);
create index refused_import_by_time on portal.refused_import (refused_at);
create index refused_import_unmailed on portal.refused_import (refused_at) where mailed_at is null;
create index refused_import_by_seen on portal.refused_import (seen_at);

-- Imports with a bounded report, for staff. Values of rows are left out: they may be about members.
create table portal.recorded_import (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The file or the folder that was imported: the first one of several.
  name text not null,
  file_count integer not null,
  started_at timestamptz not null,
  -- Null while it runs, and for good when its process was killed.
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'with-errors', 'failed')),
  row_count integer not null default 0,
  error_count integer not null default 0,
  notice_count integer not null default 0,
  -- The first files with their counts, and the first errors and notices.
  report jsonb not null
);
create index recorded_import_by_kind on portal.recorded_import (kind, id);
create index recorded_import_by_start on portal.recorded_import (started_at);

-- When backups were completed, for the alarm `backup-missing`. A restored database has those from before its backup.
create table portal.backup_taken (
  taken_at timestamptz primary key
);
