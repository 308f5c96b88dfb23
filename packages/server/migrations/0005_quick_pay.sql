-- owner: quick-pay
-- A quick-pay token is one half of the credential (its hash here), the cookie is the other half.
create table portal.quick_pay_grant (
  token_hash bytea primary key,
  cookie_hash bytea not null,
  member_number text not null,
  account_number text not null,
  -- Who verified, as a keyed hash of the client address: a payer who comes back is told apart from a guesser.
  client_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index quick_pay_grant_by_age on portal.quick_pay_grant (created_at);
create index quick_pay_grant_by_client on portal.quick_pay_grant (account_number, client_hash);
