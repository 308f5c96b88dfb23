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
