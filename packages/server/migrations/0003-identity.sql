-- owner: sign-in
-- A member's login. Passwords and answers are hashed; the secret of the authenticator app is encrypted.
create table portal.login (
  login_id uuid primary key,
  -- As the member wrote it; the key is its lower case.
  username text not null,
  username_key text not null unique,
  member_number text not null unique,
  email text not null,
  -- argon2id in PHC form, with a pepper that is not in the database.
  password_hash text not null,
  password_set_at timestamptz not null,
  -- Never used to authenticate (SEC-22).
  secret_question text,
  secret_answer_hash text,
  -- The authenticator app; null without one. Each time step is accepted once.
  app_secret bytea,
  app_active_since timestamptz,
  app_last_step bigint,
  -- The app that the member is setting up.
  pending_app_secret bytea,
  pending_app_until timestamptz,
  language text not null default 'en',
  -- Wrong passwords and codes since the last sign-in. At the limit only a reset opens the login.
  failures integer not null default 0,
  locked_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- When a mail about a lock is due. A job sends it, so that signing in does the same work for every name.
  lock_notice_at timestamptz,
  -- When staff or a new password last opened the login: wrong passwords from before, of one browser or address, no longer count.
  unlocked_at timestamptz
);
create index login_by_lock_notice on portal.login (lock_notice_at) where lock_notice_at is not null;
-- For the alarm that counts locked logins.
create index login_locked on portal.login (locked_until) where locked_until is not null;
create index login_by_password_key on portal.login (portal.key_id_of(password_hash), login_id);
create index login_by_answer_key on portal.login (portal.key_id_of(secret_answer_hash), login_id)
  where secret_answer_hash is not null;
create index login_by_app_key on portal.login (portal.key_id_of(app_secret), login_id) where app_secret is not null;
create index login_by_pending_app_key on portal.login (portal.key_id_of(pending_app_secret), login_id)
  where pending_app_secret is not null;
create index login_by_email on portal.login (email);
-- Logins without a membership, for the job that erases those that nothing is shared with.
create index login_of_guest on portal.login (created_at) where member_number like 'guest-%';

-- A split token: the access token and the cookie are two halves, and only hashes are here.
create table portal.session (
  session_id uuid primary key,
  login_id uuid not null references portal.login,
  member_number text not null,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- Calls that were under way may still use the halves from before the last rotation. Later use of them is theft.
  previous_token_hash bytea unique,
  previous_cookie_hash bytea,
  rotated_at timestamptz not null,
  -- How the member signed in: password, app, recovery-code, passkey, partner.
  proofs text[] not null,
  signed_in_at timestamptz not null,
  -- The last proof, which sensitive changes require to be recent.
  proven_at timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  device text not null,
  client_address text not null,
  -- Nobody has used the session's current halves yet: the answer that carried them may be lost, so the previous ones stay valid.
  is_unused boolean not null default false
);
create index session_by_login on portal.session (login_id) where ended_at is null;
create index session_by_cookie on portal.session (cookie_hash) where ended_at is null;
create index session_by_age on portal.session (ends_at);
create index session_of_login on portal.session (login_id, session_id);

-- A browser that has signed in to a login, as a hash of the 32 random bytes in its cookie. One browser may know several logins.
create table portal.known_device (
  device_hash bytea not null,
  login_id uuid not null references portal.login,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Since when a login knows a browser: on a new one a member proves who they are before a stored method is charged.
  first_used_at timestamptz not null default now(),
  primary key (device_hash, login_id)
);
create index known_device_by_login on portal.known_device (login_id, last_used_at);
create index known_device_by_expiry on portal.known_device (expires_at);

-- A sign-in with the right password that waits for its second step. A new password closes the login's open ones.
create table portal.second_step (
  step_id uuid primary key,
  login_id uuid not null references portal.login,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index second_step_by_age on portal.second_step (expires_at);
create index second_step_by_login on portal.second_step (login_id) where used_at is null;
create index second_step_of_login on portal.second_step (login_id, step_id);

create table portal.recovery_code (
  login_id uuid not null references portal.login,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (login_id, code_hash)
);
create index recovery_code_by_key on portal.recovery_code (portal.key_id_of(code_hash), login_id, code_hash)
  where used_at is null;

-- A one-time code with which a partner site redirects a member to the portal.
create table portal.hand_off (
  token_hash bytea primary key,
  -- The partner's signed call, accepted once.
  event_id text not null unique,
  member_number text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index hand_off_by_age on portal.hand_off (expires_at);

create table portal.passkey (
  credential_id text primary key,
  login_id uuid not null references portal.login,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A password reset suspends passkeys until the member confirms each.
  suspended_at timestamptz
);
create index passkey_by_login on portal.passkey (login_id);

-- What a passkey must sign, once. A challenge to add a passkey belongs to a login; one to sign in has none yet.
create table portal.passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in')),
  login_id uuid references portal.login,
  expires_at timestamptz not null
);
create index passkey_challenge_by_age on portal.passkey_challenge (expires_at);
create index passkey_challenge_of_login on portal.passkey_challenge (login_id) where login_id is not null;

-- A code that verifies a contact. A subject has one live code.
create table portal.verification_code (
  subject text primary key,
  -- Keyed hashes of the code and of the contact that it was sent to.
  code_hash bytea not null,
  contact_hash bytea not null,
  key_id text not null,
  attempts integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_code_by_age on portal.verification_code (expires_at);

-- The right to create the login of a member whose contact was verified.
create table portal.registration_grant (
  token_hash bytea primary key,
  account_number text not null,
  member_number text not null,
  -- The email address or phone number that was verified.
  contact text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registration_grant_by_age on portal.registration_grant (expires_at);

create table portal.reset_link (
  token_hash bytea primary key,
  login_id uuid not null references portal.login,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_link_by_login on portal.reset_link (login_id);
create index reset_link_by_age on portal.reset_link (expires_at);

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
  end_reason text check (end_reason in ('member', 'guest', 'password-reset', 'staff'))
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
