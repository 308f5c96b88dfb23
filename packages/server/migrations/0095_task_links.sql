-- owner: task-links
-- Links in messages that open one task of one account without a sign-in. Only the hash of the id is stored.
create table portal.task_link (
  id_hash bytea primary key,
  task text not null check (task in ('pay-bill', 'see-outage')),
  -- Whom the message was about: the next holder of the account has no part in it.
  member_number text not null,
  account_number text not null,
  expires_at timestamptz not null
);
create index task_link_by_member on portal.task_link (member_number);
create index task_link_by_expiry on portal.task_link (expires_at);
