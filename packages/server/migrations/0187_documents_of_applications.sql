-- owner: service-applications
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
