-- owner: accounts
-- The highest payments_through_event of the account's imported balances: an older file would take payments back. Null: none named one.
alter table cis.balance add column payments_through_event bigint;
