-- owner: payments
-- What the provider's report says, while a reconciliation compares it. Each reconciliation deletes its own rows.
create unlogged table pay.reported_payment (
  reconciliation text not null,
  position bigint generated always as identity,
  -- Null for a payment that cannot be read.
  trans_no text,
  -- The events of the payment, or what cannot be read.
  said jsonb not null,
  read_at timestamptz not null,
  primary key (reconciliation, position)
);
create index reported_payment_by_number on pay.reported_payment (reconciliation, trans_no, position);
create index reported_payment_by_age on pay.reported_payment (read_at);
