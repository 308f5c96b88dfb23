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

-- Who did what, when, and from where.
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
create index audit_by_age on portal.audit (at);

-- No entry ever changes. Retention may delete entries older than a year, whatever the settings say.
create function portal.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed, and not deleted within a year' using errcode = '55000';
end $$;
create trigger append_only before update or delete on portal.audit
  for each row execute function portal.refuse_audit_change();
create trigger append_only_truncate before truncate on portal.audit for each statement execute function pay.refuse_change();

-- The keys that this database has seen. The fingerprint detects another key under the same id.
create table portal.app_key (
  key_id text primary key,
  fingerprint bytea not null,
  first_seen_at timestamptz not null,
  -- Since when it is first in APP_KEYS; null when another key is.
  current_since timestamptz
);

-- The id of the key that a stored secret is encrypted under, for the indexes of secrets and for `coopline keys`. A keyed hash
-- of 32 bytes names no key: ''.
create function portal.key_id_of(secret bytea) returns text language sql immutable strict parallel safe as $$
  select case when length(secret) = 32 then '' else encode(substring(secret from 2 for get_byte(secret, 0)), 'escape') end
$$;
create function portal.key_id_of(secret text) returns text language sql immutable strict parallel safe as $$
  select case when secret like 'sealed:%' then portal.key_id_of(decode(substring(secret from 8 for 28), 'base64'))
    else coalesce(substring(secret from 'keyid=([a-z0-9-]+)'), '') end
$$;
