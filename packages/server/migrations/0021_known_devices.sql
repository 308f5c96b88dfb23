-- owner: sign-in
-- A browser that has signed in to a login. Its cookie is 32 random bytes, kept as a hash only; one browser may know several logins.
create table portal.known_device (
  device_hash bytea not null,
  login_id uuid not null references portal.login,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (device_hash, login_id)
);
create index known_device_by_login on portal.known_device (login_id, last_used_at);
create index known_device_by_expiry on portal.known_device (expires_at);

-- When the member is due a mail about a lock. A job sends it, so that signing in takes the same work for every name.
alter table portal.login add column lock_notice_at timestamptz;
create index login_by_lock_notice on portal.login (lock_notice_at) where lock_notice_at is not null;
