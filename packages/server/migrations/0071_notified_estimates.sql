-- owner: notifications
-- The restoration estimate that the member last read in a notice, or that was known when the first notice was written.
alter table portal.notified_outage add column estimate_at timestamptz;
