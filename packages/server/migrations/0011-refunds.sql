-- owner: payments
-- The refunds that staff asked the provider for, each carried out once under its id. A refund that was made at the provider has no row.
create table pay.refund (
  refund_id text primary key,
  trans_no text not null references pay.payment,
  -- Whole cents, fee included.
  amount bigint not null check (amount > 0),
  asked_by text not null,
  -- The last time that the provider was asked: without an answer, staff ask again for the same refund.
  asked_at timestamptz not null,
  state text not null check (state in ('asked', 'done', 'refused'))
);
create index refund_by_payment on pay.refund (trans_no, asked_at);
