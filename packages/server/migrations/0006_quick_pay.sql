-- owner: quick-pay
-- The right to pay one account. A split token: the browser stores one half, a cookie holds the other, and only hashes are here.
create table portal.quick_pay_grant (
  token_hash bytea primary key,
  cookie_hash bytea not null,
  member_number text not null,
  account_number text not null,
  -- A keyed hash of the client address, which tells a returning payer from a guesser.
  client_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index quick_pay_grant_by_age on portal.quick_pay_grant (created_at);
create index quick_pay_grant_by_client on portal.quick_pay_grant (account_number, client_hash);

-- A browser that has verified an account, as a hash of the 32 random bytes in its cookie. One browser may know several accounts.
create table portal.quick_pay_browser (
  browser_hash bytea not null,
  account_number text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (browser_hash, account_number)
);
create index quick_pay_browser_by_account on portal.quick_pay_browser (account_number, last_used_at);
create index quick_pay_browser_by_expiry on portal.quick_pay_browser (expires_at);
