-- owner: service-applications
-- Staff list the submitted applications, newest first, and open one by its reference number.
create index event_of_application on outbox.event (id) where kind = 'service-application.submitted';
create index event_by_application on outbox.event ((body ->> 'referenceNumber'))
  where kind = 'service-application.submitted';
