-- owner: payments
-- Whether what is paid on the account reconnects its meter. Null: the payment was requested by a version that paid one account at
-- a time, and its own flag counts.
alter table pay.payment_item add column reconnect_meter boolean;
