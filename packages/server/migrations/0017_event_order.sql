-- owner: integration
-- A transaction draws the ids of its events before it commits, so a lower id may become visible after a higher one.
-- Whoever reads events in the order of their ids must stop below the lowest id that is still to come.

-- Held, shared, by every transaction that inserts events: the second number is the lowest id that it may draw.
create function outbox.announce_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(
    8675312, (select case when is_called then last_value + 1 else last_value end from outbox.event_id_seq)::integer);
  return null;
end $$;
-- For each statement, not for each row: the id of a row is drawn before its triggers run, and after those of its statement.
create trigger announce_events before insert on outbox.event
  for each statement execute function outbox.announce_events();

-- No event with an id below this one will appear that a later statement does not see. The order matters: what is drawn
-- after the sequence was read lies above it, and what was drawn before is locked or committed.
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
