-- owner: payments
-- The posting file lists the bookings of a day.
create index booking_by_time on pay.booking (booked_at, id);

-- Reconciliation compares the events of a payment with its bookings.
create index event_by_payment on outbox.event ((body ->> 'transNo'))
  where kind in ('payment-confirmed', 'payment-refunded', 'payment-returned');

-- When staff were mailed about an alarm.
alter table pay.alarm add column mailed_at timestamptz;
create index alarm_unmailed on pay.alarm (id) where mailed_at is null and settled_at is null;
create index alarm_by_payment on pay.alarm (trans_no);
