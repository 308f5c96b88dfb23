-- owner: payments
-- What the provider last said of a payment: its status, and what it holds of it, fee included. Null when it has said nothing since the
-- upgrade.
alter table pay.payment add column provider_status text;
alter table pay.payment add column provider_sum bigint;

-- A payment may be refunded, returned and reinstated more than once. The second booking of a kind is `refund#2`: the former version
-- needs the unique key.
alter table pay.booking drop constraint booking_kind_check;
alter table pay.booking add constraint booking_kind_check
  check (kind ~ '^(payment|return-fee|(refund|return|reinstatement)(#[1-9][0-9]*)?)$') not valid;

-- The query of the previous version names fewer kinds, so this index serves it too.
-- brief lock: operators create it concurrently before the upgrade (CHANGELOG.md).
create index if not exists event_by_any_booking on outbox.event ((body ->> 'transNo')) where kind in
  ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated');
drop index outbox.event_by_booking;
