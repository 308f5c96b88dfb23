-- owner: connected-apps
-- What the triggers on readings do, for a database that distributes them and has no such triggers (decision 0223). The stores call it
-- after each write, with the first and last day of each meter. Where the triggers are, it does nothing.
create function portal.note_readings(accounts text[], meters text[], first_days date[], last_days date[]) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = 'meter.daily_reading'::regclass and tgname = 'note_inserted_days')
    or not exists (select from portal.connected_app where notify_uri is not null) then return; end if;
  insert into portal.connected_notification_log (grant_id, account_number, meter_number, day)
  select connection.grant_id, meter.account_number, meter.meter_number,
    min(greatest(stored.first_day, connection.history_from))
  from unnest(accounts, meters, first_days, last_days) as stored (account_number, meter_number, first_day, last_day)
  join portal.connected_meter as meter using (account_number, meter_number)
  join portal.connected_grant as connection on connection.grant_id = meter.grant_id
  join cis.account as account
    on account.account_number = meter.account_number and account.member_number = connection.member_number
  join portal.connected_app as app on app.client_id = connection.client_id
  where app.notify_uri is not null and connection.ends_at > now() and stored.last_day >= connection.history_from
  group by connection.grant_id, meter.account_number, meter.meter_number;
end $$;
