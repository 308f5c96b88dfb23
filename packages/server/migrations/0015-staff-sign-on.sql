-- owner: staff-sign-in
-- A login that is closed until it is opened again; its rows stay. Also a person of the identity provider whose group would let them in.
alter table portal.staff_login add column disabled_at timestamptz;

-- A person at the identity provider, with their staff login, which has no password.
create table portal.staff_identity (
  issuer text not null,
  subject text not null,
  staff_id uuid not null unique references portal.staff_login on delete cascade,
  created_at timestamptz not null,
  -- Since when the provider is known to state no group that lets the person in.
  lost_at timestamptz,
  primary key (issuer, subject)
);

-- The proof that a session of single sign-on rests on. It goes when the session ends.
create table portal.staff_proof (
  session_id uuid primary key references portal.staff_session on delete cascade,
  issuer text not null,
  subject text not null,
  -- The session at the provider, which its logout tokens may name.
  provider_session text,
  -- Encrypted; null where the provider gives none.
  refresh_token bytea,
  -- When the provider last stated the person's groups.
  checked_at timestamptz not null,
  -- Until then one process asks the provider anew, and the others wait.
  asking_until timestamptz,
  -- As in portal.staff_session.
  ends_at timestamptz not null
);
create index staff_proof_by_subject on portal.staff_proof (issuer, subject);
create index staff_proof_by_provider_session on portal.staff_proof (issuer, provider_session) where provider_session is not null;
create index staff_proof_by_end on portal.staff_proof (ends_at);
create index staff_proof_by_key on portal.staff_proof (portal.key_id_of(refresh_token), session_id) where refresh_token is not null;
