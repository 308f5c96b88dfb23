-- owner: integration
-- How far the demo cooperative has come, so that a start goes on where the last one ended. No row: there is none.
create table portal.demo_cooperative (
  singleton boolean primary key default true check (singleton),
  -- The day for which the dates of the named members hold, and whether they are all in.
  named_day date not null,
  named_loaded boolean not null default false,
  -- Ordinary members are numbered from 1: so many are wanted, and the first so many are in.
  ordinary_target integer not null,
  ordinary_loaded integer not null default 0,
  ordinary_day date not null,
  -- While dates are being moved: to which day, and how many members have been moved.
  shift_day date,
  shifted integer not null default 0
);
