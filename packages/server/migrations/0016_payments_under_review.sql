-- owner: payments
-- What the provider said of a payment that staff accepted although its figures differ from the request.
alter table pay.payment add column accepted jsonb;

-- A second charge of a payment is recorded as such.
alter table pay.posting drop constraint posting_outcome_check;
alter table pay.posting add constraint posting_outcome_check check (outcome in ('applied', 'duplicate', 'illegal',
  'quarantined', 'unknown-payment', 'double-charge')) not valid;

-- The list for staff; payments under review are in no other partial index, so nothing sweeps or expires them.
create index payment_under_review on pay.payment (requested_at) where state = 'under-review';

create index alarm_open on pay.alarm (kind, trans_no) where settled_at is null;
