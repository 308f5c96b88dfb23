-- owner: service-requests
-- Service orders as the cooperative's system has them.
create table cis.service_order (
  account_number text not null references cis.account,
  so_number text not null,
  description text not null,
  requested_on date not null,
  -- How far the cooperative is, in its own words.
  review_status text not null default '',
  -- The number that the portal gave the request; empty: it was made elsewhere.
  portal_number text not null default '',
  primary key (account_number, so_number)
);

-- A request that a member made in the portal. What was typed is in the event only.
create table portal.service_request (
  id bigint generated always as identity primary key,
  account_number text not null,
  -- Who made it: the next holder of the account does not see it.
  member_number text not null,
  work_type text not null,
  requested_on date not null,
  -- SHA-256 of the request: the same one twice on a day is one.
  digest bytea not null,
  created_at timestamptz not null,
  unique (account_number, requested_on, digest)
);
create index service_request_by_age on portal.service_request (created_at);
