-- owner: shared-access
-- People whom a member lets see chosen accounts until a day. Invitations are single-use; only the hash of the link's id is stored.
create table portal.shared_access (
  access_id text primary key,
  -- The member who shares. The access covers an account only while it is this member's.
  member_number text not null,
  -- What the member calls the person.
  name text not null,
  -- The invited address, in lower case.
  email text not null,
  rights text not null check (rights in ('view', 'view-and-pay')),
  -- Null once the invitation was accepted or the access was ended.
  token_hash bytea unique,
  invited_at timestamptz not null,
  invitation_ends_at timestamptz not null,
  -- When the access ends or has ended.
  ends_at timestamptz not null,
  end_reason text check (end_reason in ('member', 'guest', 'password-reset'))
);
create index shared_access_by_member on portal.shared_access (member_number, invited_at);
create index shared_access_by_end on portal.shared_access (ends_at);

create table portal.shared_account (
  access_id text not null references portal.shared_access on delete cascade,
  account_number text not null,
  primary key (access_id, account_number)
);

-- The login that accepted. A key of its own, so that an invitation is accepted once and a guest's erasure leaves the member's row.
create table portal.shared_guest (
  access_id text primary key references portal.shared_access on delete cascade,
  login_id uuid not null references portal.login,
  accepted_at timestamptz not null
);
create index shared_guest_by_login on portal.shared_guest (login_id, access_id);

-- One row per hour, account and kind of call, so that a busy guest does not fill the table.
create table portal.shared_activity (
  access_id text not null references portal.shared_access on delete cascade,
  account_number text not null,
  hour timestamptz not null,
  what text not null,
  calls bigint not null,
  primary key (access_id, hour, account_number, what)
);
create index shared_activity_by_hour on portal.shared_activity (hour);

-- Logins without a membership, for the job that erases those that nothing is shared with.
create index login_of_guest on portal.login (created_at) where member_number like 'guest-%';
