-- owner: usage
-- Daily readings that were summed from intervals. A reading that came as a daily one replaces them, never the other way round.
alter table meter.daily_reading add column from_intervals boolean not null default false;
