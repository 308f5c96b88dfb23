-- owner: payments
-- Payments that a person with shared access made, and where their receipts go. The payment itself is the account's member's.
create table pay.guest_payment (
  trans_no text primary key references pay.payment,
  -- The access under which it was requested. Retention may have deleted it.
  access_id text not null,
  -- Null once the guest's login was erased.
  login_id uuid,
  -- The invited address; null once the guest's login was erased.
  email text,
  requested_at timestamptz not null
);
create index guest_payment_by_access on pay.guest_payment (access_id, requested_at);
create index guest_payment_by_login on pay.guest_payment (login_id);
create index guest_payment_by_age on pay.guest_payment (requested_at);
