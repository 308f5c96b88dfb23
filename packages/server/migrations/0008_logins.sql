-- owner: sign-in
-- A member's portal login. Secrets are kept as hashes, what must be read again (the app's secret) encrypted.
create table portal.login (
  login_id uuid primary key,
  -- As the member wrote it; compared in lower case.
  username text not null,
  username_key text not null unique,
  member_number text not null unique,
  email text not null,
  -- argon2id in PHC form, with a pepper that is not in the database.
  password_hash text not null,
  password_set_at timestamptz not null,
  -- Never an authenticator, never answered (SEC-22).
  secret_question text,
  secret_answer_hash text,
  -- The authenticator app; no secret, no app. A step of the clock is accepted once.
  app_secret bytea,
  app_active_since timestamptz,
  app_last_step bigint,
  -- The app that is being set up.
  pending_app_secret bytea,
  pending_app_until timestamptz,
  language text not null default 'en',
  -- Wrong passwords and codes since the last sign-in; at the limit only a reset opens the login again.
  failures integer not null default 0,
  locked_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  last_sign_in_at timestamptz
);

-- A sign-in. The access token and the cookie are two halves, neither worth anything alone; only hashes are kept.
create table portal.session (
  session_id uuid primary key,
  login_id uuid not null references portal.login,
  member_number text not null,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- The halves before the last change are good for calls that were under way; after that their use is theft.
  previous_token_hash bytea unique,
  previous_cookie_hash bytea,
  rotated_at timestamptz not null,
  -- How the member proved to be it: password, app, recovery-code, passkey, partner.
  proofs text[] not null,
  signed_in_at timestamptz not null,
  -- When the member last proved it, for what a stolen session must not do.
  proven_at timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  device text not null,
  client_address text not null
);
create index session_by_login on portal.session (login_id) where ended_at is null;
create index session_by_cookie on portal.session (cookie_hash) where ended_at is null;
create index session_by_age on portal.session (ends_at);

-- The password was right, the second step is still to come.
create table portal.second_step (
  step_id uuid primary key,
  login_id uuid not null references portal.login,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table portal.recovery_code (
  login_id uuid not null references portal.login,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (login_id, code_hash)
);

-- A one-time code with which a partner site sends a member on.
create table portal.hand_off (
  token_hash bytea primary key,
  -- The partner's signed call, which is taken once.
  event_id text not null unique,
  member_number text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table portal.passkey (
  credential_id text primary key,
  login_id uuid not null references portal.login,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_login on portal.passkey (login_id);

-- What a passkey must sign: used once, by the login that asked or, at sign-in, by whoever signs.
create table portal.passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in')),
  login_id uuid references portal.login,
  expires_at timestamptz not null
);

-- A code that proves a contact of an account; one per account is live.
create table portal.verification_code (
  account_number text primary key,
  -- Keyed hashes: of the code and of the contact that it went to.
  code_hash bytea not null,
  contact_hash bytea not null,
  attempts integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- The right to make the login of a member whose code was verified.
create table portal.registration_grant (
  token_hash bytea primary key,
  account_number text not null,
  member_number text not null,
  -- The e-mail address or telephone number that was verified.
  contact text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table portal.reset_link (
  token_hash bytea primary key,
  login_id uuid not null references portal.login,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_link_by_login on portal.reset_link (login_id);

-- What a member chose: paperless bills, other paperless mail, marketing mail.
create table portal.preference (
  member_number text primary key,
  paperless_billing boolean not null default false,
  paperless_other boolean not null default false,
  marketing_emails boolean not null default false,
  rotated_at timestamptz not null
);
