-- owner: service-applications
-- How far the cooperative is with applications for new service.
create table cis.service_application (
  reference_number text primary key,
  status text not null
);

-- An application that somebody saved or submitted in the portal.
create table portal.service_application (
  reference_number text primary key,
  -- SHA-256 of the token in its link.
  token_hash bytea not null unique,
  -- What was typed so far, encrypted. Null once it was submitted: the event has it.
  draft bytea,
  account_type text not null default '',
  created_at timestamptz not null,
  submitted_on date,
  expires_at timestamptz not null,
  check ((draft is null) = (submitted_on is not null))
);
create index service_application_by_expiry on portal.service_application (expires_at);
create index service_application_by_key on portal.service_application (portal.key_id_of(draft), reference_number)
  where draft is not null;
