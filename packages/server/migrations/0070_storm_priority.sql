-- owner: integration
-- Notices of outages (2) leave before bills and usage alerts (3).
alter table outbox.message drop constraint message_priority_check;
alter table outbox.message add constraint message_priority_check check (priority between 0 and 3) not valid;
