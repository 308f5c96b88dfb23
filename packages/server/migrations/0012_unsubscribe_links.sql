-- owner: notifications
-- The unsubscribe link of each mail about an account, by the hash of its id, and what it ends.
create table portal.unsubscribe_link (
  id_hash bytea primary key,
  member_number text not null,
  -- An account number, or 'login'.
  about text not null check (about ~ '^([0-9]{1,12}|login)$'),
  topic text not null,
  expires_at timestamptz not null
);
create index unsubscribe_link_by_age on portal.unsubscribe_link (expires_at);
