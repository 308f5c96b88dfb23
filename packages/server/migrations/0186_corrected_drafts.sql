-- owner: drafts
-- The event that set the draft up, when a bank has corrected it since: its debits may name either event, or one between them.
alter table portal.draft add column set_up_event bigint;
