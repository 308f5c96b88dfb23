-- owner: integration
-- Codes and links that a person waits for (0) leave before answers to what a member did (1) and notices to many (2).
alter table outbox.message add column priority smallint not null default 1 check (priority between 0 and 2);
create index message_due on outbox.message (channel, priority, attempts, send_after, id) where sent_at is null;
