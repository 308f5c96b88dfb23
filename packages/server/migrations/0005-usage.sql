-- owner: usage
-- Fills what a later delivery of the same day leaves open with what an earlier one had.
create function meter.merge_intervals(earlier integer[], later integer[]) returns integer[]
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when later is null then earlier when earlier is null then later
    else (select array_agg(coalesce(l, e) order by place) from unnest(earlier, later) with ordinality as both_of (e, l, place)) end
$$;

-- The qualities of a day after a later delivery, which counts where it has a value.
create function meter.merged_qualities(
  earlier_used integer[], earlier smallint[], earlier_status text, later_used integer[], later smallint[], later_status text
) returns smallint[] language sql immutable parallel safe set search_path = pg_catalog as $$
  select array_agg(case when later_value is not null
      then coalesce(later_quality, array_position(array['actual', 'keyed', 'estimated'], later_status)::smallint - 1::smallint)
    when earlier_value is not null
      then coalesce(earlier_quality, array_position(array['actual', 'keyed', 'estimated'], earlier_status)::smallint - 1::smallint)
    end::smallint order by place)
  from unnest(earlier_used, earlier, later_used, later) with ordinality
    as both_of (earlier_value, earlier_quality, later_value, later_quality, place)
$$;

-- The status of a day with these qualities; the given one when it has no value.
create function meter.status_of(qualities smallint[], otherwise text) returns text
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select coalesce((array['actual', 'keyed', 'estimated'])[(select max(quality) from unnest(qualities) as quality) + 1], otherwise)
$$;

-- The qualities to keep: none when all are the same.
create function meter.if_mixed(qualities smallint[]) returns smallint[]
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when (select min(quality) < max(quality) from unnest(qualities) as quality) then qualities end
$$;

-- A day without a reading has no row: it is never a zero.
create table meter.daily_reading (
  account_number text not null,
  meter_number text not null,
  day date not null,
  -- What the member took, in thousandths of the unit.
  used bigint not null check (used >= 0),
  -- What the member gave back. Null: not measured.
  received bigint check (received >= 0),
  -- The highest demand of the day, in watts.
  demand bigint check (demand >= 0),
  status text not null check (status in ('actual', 'estimated', 'keyed')),
  unit text not null,
  -- The dial at the end of the day, in thousandths of the unit.
  end_reading bigint,
  -- Prepaid: what the day cost, in cents.
  charge bigint,
  prepaid_vendor text,
  -- Whether it was summed from intervals. A reading that came as a daily one replaces them, never the other way round.
  from_intervals boolean not null default false,
  primary key (account_number, meter_number, day)
) partition by range (day);

-- One row per meter and day: 5-minute data of a day is one row of 288 elements.
create table meter.interval_day (
  account_number text not null,
  meter_number text not null,
  day date not null,
  minutes smallint not null check (minutes in (5, 15, 30, 60)),
  -- By elapsed intervals since local midnight, so that the days of a time change have 23 and 25 hours. Null: a gap.
  used integer[] not null,
  received integer[],
  status text not null check (status in ('actual', 'estimated', 'keyed')),
  -- The quality of each interval, for days with several: 0 actual, 1 keyed, 2 estimated; null: a gap. Null for a day of one quality,
  -- which is its status. The status of a day with several is the highest of them.
  qualities smallint[],
  primary key (account_number, meter_number, day)
) partition by range (day);

create table meter.weather_day (
  station text not null,
  day date not null,
  -- Degrees Fahrenheit.
  low numeric(5, 1) not null,
  high numeric(5, 1) not null,
  average numeric(5, 1) not null,
  primary key (station, day)
);
create index weather_day_day on meter.weather_day (day);

-- Which station a ZIP code's weather is from; '*' stands for every other ZIP code.
create table meter.weather_zip (
  zip text primary key,
  station text not null
);

-- The ledger of energy that a member sent to the grid and has not used yet, by billing period, as the cooperative's system has it.
create table cis.net_metering (
  account_number text not null references cis.account,
  period_end date not null,
  -- Energy of the period in kWh that went into the bank, was taken from it, and left it unused.
  added_kwh numeric not null check (added_kwh >= 0),
  used_kwh numeric not null check (used_kwh >= 0),
  expired_kwh numeric not null default 0 check (expired_kwh >= 0),
  -- The bank after the period.
  bank_kwh numeric not null check (bank_kwh >= 0),
  -- Null: the cooperative gives none.
  bank_value bigint,
  expires_on date,
  true_up_on date,
  primary key (account_number, period_end)
);

-- Makes the monthly partitions from one day's month to another's. The role that serves may call it, but owns no table. A table is made
-- first and attached then: so readers never wait.
create function meter.create_months(first_day date, last_day date) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare parent text; month date; partition text; made integer := 0;
begin
  if last_day > current_date + 3700 or first_day < date '1990-01-01' or last_day < first_day then
    raise exception 'no partitions from % to %', first_day, last_day using errcode = '22023';
  end if;
  for parent in select unnest(array['daily_reading', 'interval_day']) loop
    month := date_trunc('month', first_day)::date;
    while month <= last_day loop
      partition := parent || '_' || to_char(month, 'YYYY_MM');
      if to_regclass(format('meter.%I', partition)) is null then
        perform pg_advisory_xact_lock(8675311);
        if to_regclass(format('meter.%I', partition)) is null then
          execute format('create table meter.%I (like meter.%I including defaults including constraints)', partition, parent);
          execute format('alter table meter.%I attach partition meter.%I for values from (%L) to (%L)',
            parent, partition, month, (month + interval '1 month')::date);
          made := made + 1;
        end if;
      end if;
      month := (month + interval '1 month')::date;
    end loop;
  end loop;
  return made;
end $$;

-- Drops the oldest partition of one of the two tables when its month ended before a day, never one of the last 400 days. One month at a
-- time, without waiting for a lock for long: the reads that come behind a waiting DROP would wait for it.
create function meter.drop_months(parent text, before date) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog set lock_timeout = '2s' as $$
declare partition text;
begin
  if parent not in ('daily_reading', 'interval_day') then raise exception 'no table of readings: %', parent using errcode = '22023'; end if;
  select child.relname into partition from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = format('meter.%I', parent)::regclass
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 400)
    order by 1 limit 1;
  if partition is null then return 0; end if;
  execute format('drop table meter.%I', partition);
  return 1;
end $$;

create view cis.holder_net_metering as
  select period.* from cis.net_metering as period
  where not exists (
    select from cis.account as holder
    where holder.account_number = period.account_number and holder.held_since >= period.period_end);

-- owner: connected-apps
-- Apps that may ask members for their usage, the connections that members made, and what the authorization server keeps.
create table portal.connected_app (
  client_id text primary key,
  name text not null,
  home_url text,
  redirect_uris text[] not null,
  auth_method text not null check (auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  secret_hash bytea,
  is_self_registered boolean not null,
  created_at timestamptz not null,
  -- Null for apps that the cooperative added.
  expires_at timestamptz,
  -- Where the app is notified of new readings. Null: it is not.
  notify_uri text,
  check ((auth_method = 'none') = (secret_hash is null))
);
create index connected_app_by_expiry on portal.connected_app (expires_at);
create index connected_app_notified on portal.connected_app (client_id) where notify_uri is not null;

create table portal.connected_grant (
  grant_id text primary key,
  member_number text not null,
  login_id uuid not null references portal.login,
  -- Null for an access token of the member's own.
  client_id text references portal.connected_app on delete cascade,
  token_hash bytea unique,
  name text not null,
  scope text not null,
  history_from date not null,
  created_at timestamptz not null,
  -- When it ends or has ended.
  ends_at timestamptz not null,
  end_reason text check (end_reason in ('member', 'app', 'copied-token', 'staff')),
  last_read_at timestamptz,
  reads bigint not null default 0,
  bytes bigint not null default 0,
  check ((client_id is null) <> (token_hash is null))
);
create index connected_grant_by_member on portal.connected_grant (member_number, created_at);
create index connected_grant_by_login on portal.connected_grant (login_id);
create index connected_grant_by_app on portal.connected_grant (client_id);
create index connected_grant_by_end on portal.connected_grant (ends_at);

create table portal.connected_meter (
  grant_id text not null references portal.connected_grant on delete cascade,
  account_number text not null,
  meter_number text not null,
  -- First day with new readings of which the app was not notified; null when there is none. It is not notified of a meter that its
  -- connection may not read now.
  changed_since date,
  primary key (grant_id, account_number, meter_number)
);
create index connected_meter_by_meter on portal.connected_meter (account_number, meter_number);

-- One row per hour and kind of read, so that a busy app does not fill the table.
create table portal.connected_access (
  grant_id text not null references portal.connected_grant on delete cascade,
  hour timestamptz not null,
  what text not null,
  reads bigint not null,
  bytes bigint not null,
  primary key (grant_id, hour, what)
);
create index connected_access_by_hour on portal.connected_access (hour);

-- Codes, tokens and requests of the authorization server. Their values are kept as hashes only.
create table portal.oauth_record (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_id text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index oauth_record_by_grant on portal.oauth_record (grant_id);
create index oauth_record_by_expiry on portal.oauth_record (expires_at);

-- What the app of each connection has not been notified of yet.
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
create index connected_notification_failing on portal.connected_notification (next_attempt_at)
  where since is not null and last_error is not null;
-- The longest waiting first, in the order of the index.
create index connected_notification_due on portal.connected_notification (next_attempt_at, grant_id)
  where since is not null and given_up_at is null;

-- Days of new readings by connection, until the job that notifies apps takes them over. An import only appends here, within its
-- own transaction: without a unique or foreign key it waits for nobody, and nobody for it. `day` is the first day of a statement.
create table portal.connected_notification_log (
  id bigint generated always as identity primary key,
  grant_id text not null,
  day date not null,
  -- Null: any meter of the connection.
  account_number text,
  meter_number text
);

-- Runs once for each statement that stores readings. Without apps to notify it ends after the first look.
create function portal.note_new_readings() returns trigger language plpgsql as $$
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
create trigger note_inserted_days after insert on meter.daily_reading referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_updated_days after update on meter.daily_reading referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_inserted_intervals after insert on meter.interval_day referencing new table as stored
  for each statement execute function portal.note_new_readings();
create trigger note_updated_intervals after update on meter.interval_day referencing new table as stored
  for each statement execute function portal.note_new_readings();

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

-- owner: insights
-- What a member wants to be alerted about. Another holder of the account has alerts of their own.
create table portal.usage_alert (
  account_number text primary key,
  member_number text not null,
  -- Whole kWh of a day; null: off.
  daily_kwh integer check (daily_kwh > 0),
  -- Whole cents of the projected bill; null: off.
  projected_bill bigint check (projected_bill > 0),
  continuous_water boolean not null,
  base_load_doubled boolean not null,
  -- The last day without alerts.
  snoozed_until date,
  -- The last day with readings that the job has looked at.
  evaluated_through date,
  changed_at timestamptz not null
);
create index usage_alert_by_member on portal.usage_alert (member_number);

-- owner: meter-readings
-- Readings that members sent, in whole units. The event tells the cooperative.
create table portal.meter_reading (
  id bigint generated always as identity primary key,
  account_number text not null,
  -- Who sent it: the next holder of the account does not see it.
  member_number text not null,
  meter_number text not null,
  read_on date not null,
  reading bigint not null check (reading >= 0),
  created_at timestamptz not null,
  -- A repeat is the same reading.
  unique (account_number, member_number, meter_number, read_on, reading)
);
create index meter_reading_by_age on portal.meter_reading (created_at);
create index meter_reading_by_member on portal.meter_reading (member_number);

-- Photos of readings, without metadata and encrypted. The event tells the cooperative; staff save them at the command line.
create table portal.meter_reading_photo (
  reading_id bigint primary key references portal.meter_reading on delete cascade,
  account_number text not null,
  member_number text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  -- The key of this photo alone, encrypted: changing the keys of the portal rewrites it and not the photo.
  sealed_key bytea not null,
  content bytea not null check (length(content) < 3200000),
  created_at timestamptz not null
);
create index meter_reading_photo_by_age on portal.meter_reading_photo (created_at);
create index meter_reading_photo_by_account on portal.meter_reading_photo (account_number, reading_id);
create index meter_reading_photo_by_key on portal.meter_reading_photo (portal.key_id_of(sealed_key), reading_id);
create index meter_reading_photo_by_member on portal.meter_reading_photo (member_number);
