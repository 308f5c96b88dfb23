-- owner: connected-apps
-- New readings by chosen meter: an app is not notified of those of a meter that its connection may not read now.
alter table portal.connected_meter
  -- First day with new readings of which the app was not notified; null when there is none.
  add column changed_since date;
-- Null in rows that an earlier version logged: any meter of the connection.
alter table portal.connected_notification_log
  add column account_number text,
  add column meter_number text;

-- Runs once for each statement that stores readings. Without apps to notify it ends after the first look.
create or replace function portal.note_new_readings() returns trigger language plpgsql as $$
begin
  if exists (select from portal.connected_app where notify_uri is not null) then
    insert into portal.connected_notification_log (grant_id, account_number, meter_number, day)
    select connection.grant_id, meter.account_number, meter.meter_number, min(stored.day)
    from stored
    join portal.connected_meter as meter using (account_number, meter_number)
    join portal.connected_grant as connection on connection.grant_id = meter.grant_id
    join cis.account as account
      on account.account_number = meter.account_number and account.member_number = connection.member_number
    join portal.connected_app as app on app.client_id = connection.client_id
    where app.notify_uri is not null and connection.ends_at > now() and stored.day >= connection.history_from
    group by connection.grant_id, meter.account_number, meter.meter_number;
  end if;
  return null;
end $$;
