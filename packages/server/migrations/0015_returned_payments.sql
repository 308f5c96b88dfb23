-- owner: payments
-- A confirmed payment can be taken back by the payer's bank or card company: the state, and the booking that reverses it.
-- The new checks allow more than the former ones, so the rows that exist need no second look.
alter table pay.payment drop constraint payment_state_check;
alter table pay.payment add constraint payment_state_check check (state in ('requested', 'handed-off', 'expired',
  'canceled', 'declined', 'rejected', 'under-review', 'confirmed', 'refunded', 'returned')) not valid;
alter table pay.booking drop constraint booking_kind_check;
alter table pay.booking add constraint booking_kind_check check (kind in ('payment', 'refund', 'return')) not valid;
