-- owner: platform
-- Counters of tries, in the database so that they survive a restart and count for every process.
create table portal.try_counter (
  kind text not null,
  subject text not null,
  -- At most so many tries in any so many seconds, as of the last try.
  most integer not null,
  window_seconds integer not null,
  -- When the tries that still count were made, oldest first.
  tried_at timestamptz[] not null,
  -- Tries refused since the last one that was let through.
  refused integer not null default 0,
  forget_at timestamptz not null,
  primary key (kind, subject)
);
create index try_counter_by_age on portal.try_counter (forget_at);

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
