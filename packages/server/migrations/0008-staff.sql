-- owner: staff-sign-in
-- A login of the cooperative's staff for the staff console. It signs in with its password and its authenticator app, always both.
create table portal.staff_login (
  staff_id uuid primary key,
  -- As the operator wrote it; the key is its lower case.
  username text not null,
  username_key text not null unique,
  -- Who it is, for the audit.
  name text not null,
  role text not null check (role in ('support', 'billing', 'content', 'admin')),
  -- Null until the login is set up by its one-time link.
  password_hash text,
  app_secret bytea,
  -- Each time step of the app is accepted once.
  app_last_step bigint,
  -- SHA-256 of the token in the set-up link, and the app that is being set up by it.
  set_up_hash bytea unique,
  set_up_until timestamptz,
  pending_app_secret bytea,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- As in portal.login.
  unlocked_at timestamptz,
  check ((password_hash is null) = (app_secret is null)),
  check ((set_up_hash is null) = (set_up_until is null))
);
create index staff_login_by_password_key on portal.staff_login (portal.key_id_of(password_hash), staff_id)
  where password_hash is not null;
create index staff_login_by_app_key on portal.staff_login (portal.key_id_of(app_secret), staff_id)
  where app_secret is not null;
create index staff_login_by_pending_app_key on portal.staff_login (portal.key_id_of(pending_app_secret), staff_id)
  where pending_app_secret is not null;

-- A split token: the access token and the cookie are two halves, and only hashes are here.
create table portal.staff_session (
  session_id uuid primary key,
  staff_id uuid not null references portal.staff_login on delete cascade,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  client_address text not null
);
create index staff_session_by_address on portal.staff_session (staff_id, client_address, signed_in_at);
create index staff_session_by_end on portal.staff_session (ends_at);
-- Finds the session of a browser in which staff sign in again.
create index staff_session_by_cookie on portal.staff_session (cookie_hash);

-- owner: staff-settings
-- Changes of settings that staff have scheduled.
create table portal.planned_setting_change (
  planned_id integer generated always as identity primary key,
  starts_at timestamptz not null,
  -- When the former values return; null for never.
  ends_at timestamptz,
  -- [{"key", "value" as people write it or null for the default, "version" that the key must still have or null}]
  wanted jsonb not null,
  -- It returns the values from before a change that had an end.
  is_end boolean not null,
  planned_at timestamptz not null,
  planned_by text not null,
  reason text not null,
  -- Why it could not be made when it was due.
  refusal text,
  -- Made or canceled.
  ended_at timestamptz,
  canceled_by text
);
create index planned_setting_change_waiting on portal.planned_setting_change (starts_at, planned_id) where ended_at is null;
create index planned_setting_change_by_age on portal.planned_setting_change (ended_at);

-- owner: member-support
-- Staff who see the portal as a member, without changing anything (decision 0219). A view ends with the session of staff that
-- opened it, after 15 minutes at the latest.
create table portal.portal_view (
  view_id uuid primary key,
  session_id uuid not null references portal.staff_session on delete cascade,
  -- SHA-256.
  token_hash bytea not null unique,
  login_id uuid not null references portal.login on delete cascade,
  member_number text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index portal_view_by_session on portal.portal_view (session_id);
create index portal_view_by_login on portal.portal_view (login_id);
create index portal_view_by_end on portal.portal_view (ends_at);
