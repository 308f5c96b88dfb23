-- owner: runs
-- A returned debit may be presented again within 180 days of the day on which the original debit settled.
alter table pay.bank_return add column original_on date;
-- The rates of returns count those of the last 60 days.
create index bank_return_received on pay.bank_return (received_at, code);
create index bank_file_released on pay.bank_file (released_at) where released_at is not null;
