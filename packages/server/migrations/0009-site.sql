-- owner: site
create table portal.setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null
);

-- One row. Each change of a setting raises the version, so that every process reloads its settings within seconds.
create table portal.setting_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into portal.setting_version (version) values (1);

-- Every change of a setting with its whole values, so that each can be put back. The audit cuts long values.
create table portal.setting_change (
  change_id integer generated always as identity primary key,
  key text not null,
  -- An array of one value, or an empty one for the default: a value itself may be null.
  before jsonb not null check (jsonb_typeof(before) = 'array'),
  after jsonb not null check (jsonb_typeof(after) = 'array'),
  changed_at timestamptz not null,
  changed_by text not null,
  -- Empty for changes at the command line.
  reason text not null
);
create index setting_change_by_key on portal.setting_change (key, change_id desc);
create index setting_change_by_age on portal.setting_change (changed_at);

-- owner: demo
-- The progress of loading the demo cooperative, so that the next start continues. No row: no demo.
create table portal.demo_cooperative (
  singleton boolean primary key default true check (singleton),
  -- The day that the named members' dates are relative to, and whether all of them are loaded.
  named_day date not null,
  named_loaded boolean not null default false,
  -- Ordinary members are numbered from 1.
  ordinary_target integer not null,
  ordinary_loaded integer not null default 0,
  ordinary_day date not null,
  -- While the ordinary members' dates shift to another day: that day, and how many members have shifted.
  shift_day date,
  shifted integer not null default 0,
  -- How far the demo's readings have been made: for which day the named members', and of how many ordinary members.
  named_usage_day date,
  ordinary_usage_day date,
  ordinary_usage_loaded integer not null default 0
);
