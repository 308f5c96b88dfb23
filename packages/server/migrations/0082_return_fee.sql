-- owner: payments
-- The fee for a returned payment is a booking of its own, once per payment.
alter table pay.booking drop constraint booking_kind_check;
alter table pay.booking add constraint booking_kind_check check (kind in ('payment', 'refund', 'return', 'return-fee'));

-- The query of the previous version names fewer kinds, so this index serves it too.
create index event_by_booking on outbox.event ((body ->> 'transNo'))
  where kind in ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee');
drop index outbox.event_by_payment;
