-- owner: integration
create schema outbox;

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
  -- Codes and links that a person waits for (0) leave before answers to a member's action (1) and notices to many (2).
  priority smallint not null default 1 check (priority between 0 and 2)
);
create index message_waiting on outbox.message (send_after) where sent_at is null;
create index message_due on outbox.message (channel, priority, attempts, send_after, id) where sent_at is null;
create index message_by_age on outbox.message (created_at);
create index message_by_key on outbox.message (portal.key_id_of(body_text), id)
  where sent_at is null and body_text like 'sealed:%';
