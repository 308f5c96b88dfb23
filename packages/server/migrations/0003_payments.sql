-- owner: payments
-- All amounts are whole cents.
create schema pay;

create table pay.payment (
  trans_no text primary key,
  member_number text not null,
  account_number text not null,
  origin text not null,
  payment_type text not null check (payment_type in ('cc', 'echeck')),
  state text not null check (state in ('requested', 'handed-off', 'expired',
    'canceled', 'declined', 'rejected', 'under-review', 'confirmed', 'refunded', 'returned')),
  amount bigint not null check (amount > 0),
  currency text not null default 'USD',
  language text not null,
  reconnect_meter boolean not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  convenience_fee bigint,
  card_type text,
  last_four text,
  confirmation_number text,
  postback_message text,
  -- The terms of the hand-off (methods, fees, texts), to rebuild the form and to check the fee.
  hand_off jsonb not null,
  -- When and how often the portal asked the provider about the payment.
  status_checked_at timestamptz,
  status_checks integer not null default 0,
  -- The caller's Idempotency-Key within its scope, and the hash of the request that used it.
  idempotency_scope text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  -- The provider's figures, when staff accepted them although they differ from the request.
  accepted jsonb,
  unique (idempotency_scope, idempotency_key)
);
create index payment_open on pay.payment (requested_at) where state in ('requested', 'handed-off');
create index payment_under_review on pay.payment (requested_at) where state = 'under-review';
create index payment_by_account on pay.payment (account_number, requested_at desc);
create index payment_by_settled on pay.payment (settled_at);

-- The accounts of a payment: more than one when a member pays several at once.
create table pay.payment_item (
  trans_no text not null references pay.payment,
  account_number text not null,
  amount bigint not null check (amount > 0),
  primary key (trans_no, account_number)
);
create index payment_item_by_account on pay.payment_item (account_number);

-- Each change of a payment's state, in order. Append only.
create table pay.move (
  id bigint generated always as identity primary key,
  trans_no text not null references pay.payment,
  from_state text not null,
  to_state text not null,
  event text not null,
  corrected boolean not null,
  source text not null,
  at timestamptz not null
);
create index move_by_payment on pay.move (trans_no, id);

-- Each event of the provider, stored once by its id, with its outcome. Append only.
create table pay.posting (
  event_id text primary key,
  trans_no text not null,
  type text not null,
  source text not null check (source in ('postback', 'status', 'report')),
  body jsonb not null,
  outcome text not null check (outcome in ('applied', 'duplicate', 'illegal',
    'quarantined', 'unknown-payment', 'double-charge')),
  received_at timestamptz not null
);
create index posting_by_payment on pay.posting (trans_no);

-- The ledger: double entries that sum to zero per booking, one booking per payment and kind. Append only.
create table pay.booking (
  id bigint generated always as identity primary key,
  trans_no text not null references pay.payment,
  kind text not null check (kind in ('payment', 'refund', 'return')),
  booked_at timestamptz not null,
  unique (trans_no, kind)
);
create table pay.ledger_entry (
  booking_id bigint not null references pay.booking,
  line integer not null,
  ledger_account text not null,
  amount bigint not null,
  primary key (booking_id, line)
);
create index ledger_entry_by_account on pay.ledger_entry (ledger_account);

create function pay.check_booking_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from pay.ledger_entry where booking_id = new.booking_id) <> 0 then
    raise exception 'booking % does not sum to zero', new.booking_id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger booking_balances after insert on pay.ledger_entry
  deferrable initially deferred for each row execute function pay.check_booking_balances();

-- Payments made here that the cooperative's balances do not include yet.
create table pay.unacknowledged_credit (
  trans_no text not null references pay.payment,
  account_number text not null,
  amount bigint not null,
  event_id bigint not null,
  primary key (trans_no, account_number, event_id)
);
create index unacknowledged_credit_by_account on pay.unacknowledged_credit (account_number);

-- A difference between the provider and the ledger, until staff settle it.
create table pay.alarm (
  id bigint generated always as identity primary key,
  kind text not null,
  trans_no text,
  detail jsonb not null,
  raised_at timestamptz not null,
  settled_at timestamptz,
  dedupe_key text not null unique
);
create index alarm_open on pay.alarm (kind, trans_no) where settled_at is null;

create function pay.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are append only', tg_table_schema, tg_table_name using errcode = '55000';
end $$;
create trigger append_only before update or delete on pay.move for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.posting for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.booking for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.ledger_entry for each row execute function pay.refuse_change();
-- TRUNCATE runs no row triggers.
create trigger append_only_truncate before truncate on pay.move for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.posting for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.booking for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.ledger_entry for each statement execute function pay.refuse_change();
