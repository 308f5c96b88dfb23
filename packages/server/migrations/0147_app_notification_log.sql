-- owner: connected-apps
-- Days of new readings by connection, until the job that notifies apps takes them over. An import only appends here, within its
-- own transaction: without a unique or foreign key it waits for nobody, and nobody for it. `day` is the first day of a statement.
create table portal.connected_notification_log (
  id bigint generated always as identity primary key,
  grant_id text not null,
  day date not null
);

-- The longest waiting first, in the order of the index.
update portal.connected_notification set next_attempt_at = now() where next_attempt_at = '-infinity';
drop index portal.connected_notification_due;
create index connected_notification_due on portal.connected_notification (next_attempt_at, grant_id)
  where since is not null and given_up_at is null;
create index connected_app_notified on portal.connected_app (client_id) where notify_uri is not null;

-- Runs once for each statement that stores readings. Without apps to notify it ends after the first look.
create or replace function portal.note_new_readings() returns trigger language plpgsql as $$
begin
  if exists (select from portal.connected_app where notify_uri is not null) then
    insert into portal.connected_notification_log (grant_id, day)
    select connection.grant_id, min(stored.day)
    from stored
    join portal.connected_meter as meter using (account_number, meter_number)
    join portal.connected_grant as connection on connection.grant_id = meter.grant_id
    join portal.connected_app as app on app.client_id = connection.client_id
    where app.notify_uri is not null and connection.ends_at > now() and stored.day >= connection.history_from
    group by connection.grant_id;
  end if;
  return null;
end $$;
