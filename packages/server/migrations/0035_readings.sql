-- owner: usage
-- Readings of meters and the weather. Amounts are whole thousandths of the unit that they are measured in.
create schema meter;

alter table cis.meter
  add column unit text not null default 'kWh',
  add column interval_minutes smallint check (interval_minutes in (5, 15, 30, 60)),
  add column in_service_from date,
  add column in_service_to date,
  add column is_net_metered boolean not null default false;

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

-- Drops the partitions of one of the two tables whose months ended before a day, never one of the last 400 days.
create function meter.drop_months(parent text, before date) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog as $$
declare partition text; dropped integer := 0;
begin
  if parent not in ('daily_reading', 'interval_day') then raise exception 'no table of readings: %', parent using errcode = '22023'; end if;
  for partition in
    select child.relname from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = format('meter.%I', parent)::regclass
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 400)
    order by 1
  loop
    execute format('drop table meter.%I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Fills what a later delivery of the same day leaves open with what an earlier one had.
create function meter.merge_intervals(earlier integer[], later integer[]) returns integer[]
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when later is null then earlier when earlier is null then later
    else (select array_agg(coalesce(l, e) order by place) from unnest(earlier, later) with ordinality as both_of (e, l, place)) end
$$;

-- How far the demo's readings have been made: for which day the named members', and of how many ordinary members.
alter table portal.demo_cooperative
  add column named_usage_day date,
  add column ordinary_usage_day date,
  add column ordinary_usage_loaded integer not null default 0;
