-- owner: integration
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
  shifted integer not null default 0
);
