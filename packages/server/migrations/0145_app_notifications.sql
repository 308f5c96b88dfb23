-- owner: connected-apps
-- Apps that want to know of new readings, and what each of their connections has not been told yet.
alter table portal.connected_app add column notify_uri text;

create table portal.connected_notification (
  grant_id text primary key references portal.connected_grant on delete cascade,
  -- First day with new readings; null when the app knows of all of them.
  since date,
  -- Grows with each change, so that a notification under way does not settle readings stored meanwhile.
  version integer not null default 1,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- When the last attempt failed; new readings begin again.
  given_up_at timestamptz,
  notified_at timestamptz,
  last_error text
);
create index connected_notification_due on portal.connected_notification (next_attempt_at)
  where since is not null and given_up_at is null;
create index connected_notification_failing on portal.connected_notification (next_attempt_at)
  where since is not null and last_error is not null;
create index connected_meter_by_meter on portal.connected_meter (account_number, meter_number);

-- Runs once for each statement that stores readings. Without apps to notify it ends after the first look.
create function portal.note_new_readings() returns trigger language plpgsql as $$
begin
  if exists (select from portal.connected_app where notify_uri is not null) then
    insert into portal.connected_notification as known (grant_id, since, next_attempt_at)
    select connection.grant_id, min(stored.day), '-infinity'
    from stored
    join portal.connected_meter as meter using (account_number, meter_number)
    join portal.connected_grant as connection on connection.grant_id = meter.grant_id
    join portal.connected_app as app on app.client_id = connection.client_id
    where app.notify_uri is not null and connection.end_reason is null and stored.day >= connection.history_from
    group by connection.grant_id
    order by connection.grant_id
    on conflict (grant_id) do update set since = least(known.since, excluded.since), version = known.version + 1,
      attempts = case when known.since is null or known.given_up_at is not null then 0 else known.attempts end,
      next_attempt_at = case when known.since is null or known.given_up_at is not null then excluded.next_attempt_at
        else known.next_attempt_at end,
      given_up_at = null;
  end if;
  return null;
end $$;
create trigger note_inserted_days after insert on meter.daily_reading referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_updated_days after update on meter.daily_reading referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_inserted_intervals after insert on meter.interval_day referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_updated_intervals after update on meter.interval_day referencing new table as stored
  for each statement execute function portal.note_new_readings();
