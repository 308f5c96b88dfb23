-- owner: platform
-- When the code or link in a message stops working: the message is not sent after it. Null for messages that do not expire.
alter table outbox.message add column expires_at timestamptz;
