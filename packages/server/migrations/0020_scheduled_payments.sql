-- owner: scheduled-payments
-- A payment that a member set up for a later day, from a stored method.
create table portal.scheduled_payment (
  trans_no text primary key,
  member_number text not null,
  method_id text not null,
  payment_date date not null,
  -- What to pay on each account, with the account's type: [{"accountNumber", "accountType", "amount"}].
  items jsonb not null,
  amount bigint not null check (amount > 0),
  language text not null,
  created_at timestamptz not null,
  -- Null while it waits; then it is deleted by the member, or taken by a run (pay.run_item).
  ended_at timestamptz
);
-- Pressed twice, or in two tabs, it is one payment.
create unique index scheduled_payment_of_member
  on portal.scheduled_payment (member_number, payment_date, method_id, items) where ended_at is null;
create index scheduled_payment_due on portal.scheduled_payment (payment_date, trans_no) where ended_at is null;
create index scheduled_payment_by_end on portal.scheduled_payment (ended_at) where ended_at is not null;

-- Charges that have no answer yet: every run asks for them again.
create index run_item_pending on pay.run_item (kind, id) where state = 'pending';
