-- owner: platform
-- Counts attempts for rate limits. Stored here, the counts survive a restart and hold for every process.
create table portal.attempt_counter (
  kind text not null,
  subject text not null,
  -- The limit when the last attempt was recorded.
  max_attempts integer not null,
  window_seconds integer not null,
  -- The attempts within the window, oldest first.
  attempted_at timestamptz[] not null,
  -- Attempts refused since the last one that was allowed.
  refused integer not null default 0,
  expires_at timestamptz not null,
  primary key (kind, subject)
);
create index attempt_counter_by_age on portal.attempt_counter (expires_at);

-- Append only: who did what, when, from where. No row is ever changed or removed by the portal.
create table portal.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  member_number text,
  account_number text,
  client_address text,
  request_id text,
  detail jsonb not null
);
create index audit_by_member on portal.audit (member_number, at desc);
