-- owner: quick-pay
-- A browser that has verified an account. Its cookie is 32 random bytes, kept as a hash only; one browser may know several accounts.
create table portal.quick_pay_browser (
  browser_hash bytea not null,
  account_number text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (browser_hash, account_number)
);
create index quick_pay_browser_by_account on portal.quick_pay_browser (account_number, last_used_at);
create index quick_pay_browser_by_expiry on portal.quick_pay_browser (expires_at);
