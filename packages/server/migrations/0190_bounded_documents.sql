-- owner: service-applications
-- The total of all documents is read from this index.
create index service_application_document_by_size on portal.service_application_document (byte_count);

-- A process of an earlier version, which a rolling upgrade leaves running for a while, submits an application without its
-- documents. Without a moment of submission nobody could save them, and they would stay as long as the application.
create function portal.submit_documents() returns trigger language plpgsql as $$
begin
  update portal.service_application_document set submitted_at = now()
    where reference_number = new.reference_number and submitted_at is null;
  return null;
end $$;
create trigger submit_documents after update of draft on portal.service_application
  for each row when (old.draft is not null and new.draft is null) execute function portal.submit_documents();

-- Applications that such a process has submitted already.
update portal.service_application_document as document set submitted_at = now()
  from portal.service_application as application
  where application.reference_number = document.reference_number
    and application.draft is null and document.submitted_at is null;
