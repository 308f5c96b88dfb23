-- owner: drafts
-- The event that set the draft up, when a bank has corrected it since: its debits may name either event, or one between them.
alter table portal.draft add column set_up_event bigint;
-- The event of the latest correction. Another `event_id` means that a process of an earlier version replaced the draft.
alter table portal.draft add column corrected_event bigint;
