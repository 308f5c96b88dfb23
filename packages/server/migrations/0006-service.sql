-- owner: service-requests
-- Service orders as the cooperative's system has them.
create table cis.service_order (
  account_number text not null references cis.account,
  so_number text not null,
  description text not null,
  requested_on date not null,
  -- How far the cooperative is, in its own words.
  review_status text not null default '',
  -- The number that the portal gave the request; empty: it was made elsewhere.
  portal_number text not null default '',
  -- As in cis.deposit: only this member sees the order. Null: the day from which a member holds the account counts.
  member_number text,
  primary key (account_number, so_number)
);

-- A request that a member made in the portal. What was typed is in the event only.
create table portal.service_request (
  id bigint generated always as identity primary key,
  account_number text not null,
  -- Who made it: the next holder of the account does not see it.
  member_number text not null,
  work_type text not null,
  requested_on date not null,
  -- SHA-256 of the request: the same one twice on a day is one.
  digest bytea not null,
  created_at timestamptz not null,
  unique (account_number, requested_on, digest)
);
create index service_request_by_age on portal.service_request (created_at);
-- What a member did is exported and erased with the member, also on an account that another member holds now.
create index service_request_by_member on portal.service_request (member_number);

create view cis.holder_service_order as
  select service_order.* from cis.service_order as service_order
  where not exists (
    select from cis.account as holder
    where holder.account_number = service_order.account_number
      and case when service_order.member_number is null then holder.held_since > service_order.requested_on
        else holder.member_number <> service_order.member_number end);

-- owner: outage
-- Outages of an account, from the outage system: also those that are over.
create table cis.outage_history (
  account_number text not null references cis.account,
  interrupted_at timestamptz not null,
  -- Null while the power is out.
  restored_at timestamptz,
  description text not null default '',
  primary key (account_number, interrupted_at)
);

-- When a member reported an outage. What was said is in the event only.
create table portal.outage_report (
  id bigint generated always as identity primary key,
  account_number text not null,
  member_number text not null,
  created_at timestamptz not null
);
create index outage_report_of_account on portal.outage_report (account_number, created_at);
create index outage_report_by_age on portal.outage_report (created_at);
create index outage_report_by_member on portal.outage_report (member_number);

-- Incidents of the outage system, active and restored.
create table portal.outage_incident (
  incident_id text primary key,
  is_active boolean not null,
  started_at timestamptz not null,
  -- Null while the incident is active.
  restored_at timestamptz,
  cause text not null,
  crew text not null,
  -- When power is expected back. Null: not known.
  estimate_at timestamptz,
  customers integer not null check (customers >= 0),
  longitude double precision,
  latitude double precision,
  -- Id of an area of the territory, or empty.
  area text not null default '',
  -- When the newest file that has the incident was written. Null: unknown, which counts as the incident's start.
  seen_at timestamptz,
  check ((restored_at is null) = is_active),
  check ((longitude is null) = (latitude is null))
);
create index outage_incident_active on portal.outage_incident (customers desc, incident_id) where is_active;
create index outage_incident_active_by_id on portal.outage_incident (incident_id) where is_active;
create index outage_incident_by_end on portal.outage_incident (restored_at);
create index outage_incident_active_by_seen on portal.outage_incident (coalesce(seen_at, started_at), incident_id) where is_active;

-- How the estimate of an incident changed.
create table portal.outage_estimate (
  incident_id text not null references portal.outage_incident on delete cascade,
  stated_at timestamptz not null,
  -- Null: the earlier estimate was withdrawn.
  estimate_at timestamptz,
  primary key (incident_id, stated_at)
);

-- Accounts without power because of an incident.
create table portal.outage_incident_account (
  incident_id text not null references portal.outage_incident on delete cascade,
  account_number text not null,
  -- False: a later file no longer lists the account, whose power is back.
  is_affected boolean not null,
  primary key (incident_id, account_number)
);
create index outage_incident_of_account on portal.outage_incident_account (account_number);

-- When the outage system wrote the newest file that was imported.
create table portal.outage_file (
  only_row boolean primary key default true check (only_row),
  generated_at timestamptz not null
);

-- The areas of the cooperative as GeoJSON.
create table portal.territory (
  only_row boolean primary key default true check (only_row),
  body text not null
);

create view cis.holder_outage_history as
  select outage.* from cis.outage_history as outage
  where not exists (
    select from cis.account as holder
    where holder.account_number = outage.account_number
      and holder.held_since > (outage.interrupted_at at time zone 'UTC')::date);

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

-- Documents that an applicant attaches, encrypted. They go with the draft, or 90 days after the application was submitted.
create table portal.service_application_document (
  reference_number text not null references portal.service_application on delete cascade,
  -- Random: the page names a document by it.
  document_id text not null,
  -- The order in which documents were attached.
  place bigint generated always as identity,
  -- The name of the file, encrypted: it may hold a person's name.
  sealed_name bytea not null,
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  byte_count integer not null check (byte_count between 1 and 5000000),
  -- The key of this document alone, encrypted: changing the keys of the portal rewrites it and not the document.
  sealed_key bytea not null,
  content bytea not null check (length(content) < 5200000),
  created_at timestamptz not null,
  -- Null while the application is a draft.
  submitted_at timestamptz,
  primary key (reference_number, document_id)
);
create index service_application_document_by_age on portal.service_application_document (submitted_at);
create index service_application_document_by_key
  on portal.service_application_document (portal.key_id_of(sealed_key), reference_number, document_id);
create index service_application_document_by_key_of_name
  on portal.service_application_document (portal.key_id_of(sealed_name), reference_number, document_id);
-- The total of all documents is read from this index.
create index service_application_document_by_size on portal.service_application_document (byte_count);

-- Documents are submitted with their application, whoever submits it: without a moment of submission nobody could save them, and they
-- would stay as long as the application.
create function portal.submit_documents() returns trigger language plpgsql as $$
begin
  update portal.service_application_document set submitted_at = now()
    where reference_number = new.reference_number and submitted_at is null;
  return null;
end $$;
create trigger submit_documents after update of draft on portal.service_application
  for each row when (old.draft is not null and new.draft is null) execute function portal.submit_documents();
