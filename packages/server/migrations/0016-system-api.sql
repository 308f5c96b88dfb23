-- owner: system-api
-- Keys with which the cooperative's own systems call the portal. Only the hashes of their secrets are stored.
create table portal.api_key (
  key_id text primary key,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Addresses or CIDR ranges that the key may be used from; empty for any.
  addresses text[] not null,
  created_at timestamptz not null,
  created_by text not null,
  -- When it ends or has ended; null for a key without an end.
  ends_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_key_by_age on portal.api_key (created_at desc, key_id);
create index api_key_by_end on portal.api_key (ends_at);

-- The secrets of a key: one, or two while systems change to a new one.
create table portal.api_key_secret (
  secret_hash bytea primary key,
  key_id text not null references portal.api_key on delete cascade,
  created_at timestamptz not null,
  ends_at timestamptz
);
create index api_key_secret_by_key on portal.api_key_secret (key_id);
create index api_key_secret_by_end on portal.api_key_secret (ends_at);

-- A system may read the events of one account.
-- brief lock: 1.0.0 is the first version that is installed, and it has this index.
create index if not exists event_by_account on outbox.event (account_number, id);

-- What systems pushed and is imported later, with its report; and what was answered at once under an Idempotency-Key.
create table portal.push (
  push_id bigint generated always as identity primary key,
  key_id text not null,
  -- `file:` and the name of a file of the bundle, or `readings`.
  target text not null,
  media text not null,
  options jsonb not null,
  state text not null check (state in ('receiving', 'waiting', 'running', 'done', 'failed')),
  idempotency_key text,
  -- Of the target, the options and the body: the same key with another request is a conflict.
  request_hash bytea,
  received_at timestamptz not null,
  ended_at timestamptz,
  -- Until when the process that imports it has it; another one takes over afterwards.
  leased_until timestamptz,
  attempts integer not null default 0,
  rows_read integer not null default 0,
  -- The number of pieces of its body.
  parts integer not null default 0,
  result jsonb
);
create unique index push_by_idempotency_key on portal.push (key_id, idempotency_key) where idempotency_key is not null;
create index push_unfinished on portal.push (push_id) where state in ('waiting', 'running');
create index push_unfinished_by_target on portal.push (target) where state in ('waiting', 'running');
create index push_by_age on portal.push (received_at);

-- The body of a push that waits, piece by piece. Deleted once it was imported.
create table portal.push_part (
  push_id bigint not null references portal.push on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (push_id, part)
);
