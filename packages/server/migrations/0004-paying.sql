-- owner: payments
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
  -- Staff ask the provider for one refund at a time.
  refund_asked_at timestamptz,
  -- What the provider last said of a payment: its status, and what it holds of it, fee included. Null when it has said nothing.
  provider_status text,
  provider_sum bigint,
  unique (idempotency_scope, idempotency_key)
);
create index payment_open on pay.payment (requested_at) where state in ('requested', 'handed-off');
create index payment_under_review on pay.payment (requested_at) where state = 'under-review';
create index payment_by_account on pay.payment (account_number, requested_at desc);
create index payment_by_settled on pay.payment (settled_at);
-- What the portal holds about a member is exported and erased by member.
create index payment_by_member on pay.payment (member_number, trans_no);
-- Staff find payments and settle alarms in the console.
create index payment_by_request on pay.payment (requested_at desc, trans_no desc);
create index payment_by_confirmation on pay.payment (confirmation_number) where confirmation_number is not null;
-- The newest payments of a member, which the index by request alone would read from end to end.
create index payment_of_member on pay.payment (member_number, requested_at desc, trans_no desc);

-- The accounts of a payment: more than one when a member pays several at once.
create table pay.payment_item (
  trans_no text not null references pay.payment,
  account_number text not null,
  amount bigint not null check (amount > 0),
  -- Whether what is paid on the account reconnects its meter. Null: the flag of the payment counts.
  reconnect_meter boolean,
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
  source text not null check (source in ('postback', 'status', 'report', 'bank')),
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
  kind text not null check (kind ~ '^(payment|return-fee|(refund|return|reinstatement)(#[1-9][0-9]*)?)$'),
  booked_at timestamptz not null,
  unique (trans_no, kind)
);
-- The posting file lists the bookings of a day.
create index booking_by_time on pay.booking (booked_at, id);

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

create trigger append_only before update or delete on pay.move for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.posting for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.booking for each row execute function pay.refuse_change();
create trigger append_only before update or delete on pay.ledger_entry for each row execute function pay.refuse_change();
-- TRUNCATE runs no row triggers.
create trigger append_only_truncate before truncate on pay.move for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.posting for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.booking for each statement execute function pay.refuse_change();
create trigger append_only_truncate before truncate on pay.ledger_entry for each statement execute function pay.refuse_change();

-- Payments made here that the cooperative's balances do not include yet.
create table pay.unacknowledged_credit (
  trans_no text not null references pay.payment,
  account_number text not null,
  amount bigint not null,
  event_id bigint not null,
  -- Who made the payment: what is taken back from a former holder of the account is no debt of the next one. Null counts for
  -- any holder.
  member_number text,
  -- Who held the account when the credit was booked: what a former holder paid since is no payment of the present one. Null for
  -- bank debits, which only the holder's draft causes.
  holder_number text,
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
  dedupe_key text not null unique,
  -- When staff were mailed about the alarm.
  mailed_at timestamptz,
  -- Who settled an alarm, and why; null when a decision about its payment did.
  settled_by text,
  settle_reason text,
  -- What an alarm is about, and its figures. An alarm is unique while it is unsettled; new figures raise it again.
  subject text,
  figures text
);
create index alarm_open on pay.alarm (kind, trans_no) where settled_at is null;
create index alarm_unmailed on pay.alarm (id) where mailed_at is null and settled_at is null;
create index alarm_by_payment on pay.alarm (trans_no);
create index alarm_open_by_age on pay.alarm (id) where settled_at is null;
create index alarm_settled on pay.alarm (settled_at desc, id desc) where settled_at is not null;
create unique index alarm_unsettled on pay.alarm (subject, figures) where settled_at is null;
create index alarm_by_subject on pay.alarm (subject, id);

-- A request to store a card or a bank account, until the provider has stored it.
create table pay.method_request (
  reference text primary key,
  member_number text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider was last asked about it.
  status_checked_at timestamptz,
  -- Null: nothing is stored yet.
  method_id text
);
create index method_request_by_expiry on pay.method_request (expires_at);
-- Erasing a member takes their number off the requests that the provider may still answer, and waits while a draft is requested.
create index method_request_by_member on pay.method_request (member_number);

-- Cards and bank accounts that the provider keeps for a member, charged by its token.
create table pay.stored_method (
  method_id text primary key,
  member_number text not null,
  -- The provider's token, encrypted.
  token bytea not null,
  payment_type text not null check (payment_type in ('cc', 'echeck')),
  card_type text,
  last_four text not null check (length(last_four) = 4),
  -- The last month in which a card can be charged, yyyy-MM.
  expiry text check (expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  nickname text not null default '',
  is_default boolean not null default false,
  added_at timestamptz not null,
  -- The member has removed it; the row goes once the provider has forgotten the token.
  removed_at timestamptz,
  -- The code with which a bank forbade further debits of a stored bank account, such as R07. It is charged no more.
  refused_code text,
  -- What tells two bank accounts with the same last digits apart: a keyed hash of the provider's fingerprint, after the id of its key.
  -- Null where the provider states none.
  fingerprint text
);
create index stored_method_by_member on pay.stored_method (member_number, added_at) where removed_at is null;
create unique index stored_method_default on pay.stored_method (member_number) where is_default;
create index stored_method_by_key on pay.stored_method (portal.key_id_of(token), method_id);
create index stored_method_by_expiry on pay.stored_method (expiry, method_id) where expiry is not null;
create index stored_method_removed on pay.stored_method (removed_at) where removed_at is not null;
-- Before the provider forgets a token, the portal looks for another method with it, of any member.
create index stored_method_by_last_four on pay.stored_method (last_four) where removed_at is null;

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

-- The provider's days (UTC) that were compared with the ledger after their end. The first row is where the comparison began.
create table pay.compared_day (
  day date primary key,
  compared_at timestamptz not null
);
create index compared_day_by_time on pay.compared_day (compared_at);

-- owner: quick-pay
-- The right to pay one account. A split token: the browser stores one half, a cookie holds the other, and only hashes are here.
create table portal.quick_pay_grant (
  token_hash bytea primary key,
  cookie_hash bytea not null,
  member_number text not null,
  account_number text not null,
  -- A keyed hash of the client address, which tells a returning payer from a guesser.
  client_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index quick_pay_grant_by_age on portal.quick_pay_grant (created_at);
create index quick_pay_grant_by_client on portal.quick_pay_grant (account_number, client_hash);
create index quick_pay_grant_by_member on portal.quick_pay_grant (member_number);

-- A browser that has verified an account, as a hash of the 32 random bytes in its cookie. One browser may know several accounts.
create table portal.quick_pay_browser (
  browser_hash bytea not null,
  account_number text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (browser_hash, account_number)
);
create index quick_pay_browser_by_account on portal.quick_pay_browser (account_number, last_used_at);
create index quick_pay_browser_by_expiry on portal.quick_pay_browser (expires_at);

-- owner: auto-pay
-- AutoPay charges a stored method with what is due on an account, on the due date or some days before.
create table portal.autopay (
  account_number text primary key,
  -- Who enrolled: it does not apply to the next holder of the account.
  member_number text not null,
  -- Null once canceled.
  method_id text references pay.stored_method,
  state text not null check (state in ('active', 'paused', 'canceled')),
  days_before integer not null check (days_before between 0 and 20),
  -- Above this amount the member is asked instead of charged. Null: no limit.
  max_amount bigint check (max_amount > 0),
  event_id bigint not null,
  changed_at timestamptz not null,
  check ((state = 'canceled') = (method_id is null))
);
create index autopay_by_method on portal.autopay (method_id);

-- A charge of what is due on a day, which was announced to the member.
create table portal.autopay_charge (
  account_number text not null,
  due_date date not null,
  member_number text not null,
  method_id text not null,
  charge_on date not null,
  -- What the notice says; no more is charged.
  amount bigint not null check (amount > 0),
  -- waiting: it will be charged. above-limit: the member was asked instead.
  state text not null check (state in ('waiting', 'above-limit', 'stopped', 'done')),
  -- The hash of the id in the link that stops it.
  link_hash bytea not null unique,
  announced_at timestamptz not null,
  -- What became of the charge, and its payment.
  outcome text not null default '',
  trans_no text,
  -- What runs call the charge, where a former holder of the account had one for the same due date. Null: the account number.
  enrollment_id text,
  -- The convenience fees that the announcement of the charge named: as {cardFee, echeckFee}. Null: unknown.
  fee_terms jsonb,
  -- When the member was notified that the charge waits for another payment.
  waiting_notified_at timestamptz,
  primary key (account_number, due_date)
);
create index autopay_charge_waiting on portal.autopay_charge (charge_on, account_number) where state = 'waiting';
create index autopay_charge_by_age on portal.autopay_charge (charge_on);

create function portal.forget_former_autopay() returns trigger language plpgsql as $$
begin
  delete from portal.autopay where account_number = new.account_number and member_number <> new.member_number;
  update portal.autopay_charge set state = 'stopped', outcome = 'holder-changed'
    where account_number = new.account_number and member_number <> new.member_number and state = 'waiting';
  return null;
end $$;
create trigger forget_former_autopay after update of member_number on cis.account
  for each row when (old.member_number <> new.member_number) execute function portal.forget_former_autopay();

-- owner: drafts
-- A draft takes what is due on an account from a bank account or a card. Here it is as the cooperative's system has it, and
-- when a new one may start. No row: none, and no limits.
create table cis.draft (
  account_number text primary key references cis.account,
  -- Empty: no draft is set up.
  draft_type text not null default ''
    check (draft_type in ('', 'WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING', 'CYCLE')),
  draft_day integer,
  -- What is drafted; empty: unknown.
  account_kind text not null default '' check (account_kind in ('', 'Checking', 'Savings', 'Card')),
  -- The last digits, never the whole number.
  account_ending text not null default '' check (length(account_ending) <= 4),
  institution text not null default '',
  eligible_draft_date date,
  allow_after_billed_day integer,
  allow_before_billed_day integer,
  changes_through_event bigint
);

-- What a member changed about a draft. It takes precedence over the cooperative's copy until an import includes its event.
create table portal.draft (
  account_number text primary key,
  -- Who made the change: it does not apply to the next holder of the account.
  member_number text not null,
  -- Null: the draft was removed.
  draft_type text check (draft_type in ('WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING')),
  draft_day integer,
  start_date date,
  account_kind text not null default '' check (account_kind in ('', 'Checking', 'Savings', 'Card')),
  account_ending text not null default '' check (length(account_ending) <= 4),
  institution text not null default '',
  -- Routing and account number, encrypted. Null for a card and for a removed draft.
  bank_numbers bytea,
  event_id bigint not null,
  changed_at timestamptz not null,
  -- The stored method that a draft is charged to; null for bank numbers and for a removed draft.
  method_id text references pay.stored_method,
  -- Until when the draft before this one ran: a due date of a weekend that it was still to take falls to this one.
  former_until timestamptz,
  -- What the member agreed to when the draft was set up: the words beside the checkbox, and when.
  authorized_text text,
  authorized_at timestamptz,
  -- The event that set the draft up, when a bank has corrected it since: its debits may name either event, or one between them.
  set_up_event bigint,
  -- The event of the latest correction. Another `event_id` means that the draft was replaced since.
  corrected_event bigint,
  -- The convenience fees that the member was shown for the draft, as {cardFee, echeckFee}. Null: unknown.
  fee_terms jsonb
);
create index draft_by_key on portal.draft (portal.key_id_of(bank_numbers), account_number) where bank_numbers is not null;
create index draft_by_event on portal.draft (event_id);
create index draft_by_method on portal.draft (method_id) where method_id is not null;

-- Banks by their routing numbers, from the Federal Reserve's FedACH directory.
create table portal.financial_institution (
  routing_number text primary key,
  name text not null
);

-- Drafts whose card or bank account the provider stores: they are set up once it has.
create table portal.draft_request (
  -- Of the request to store the method, at the provider.
  reference text primary key,
  member_number text not null,
  draft_option text not null check (draft_option in ('CREDIT', 'BANK')),
  -- The accounts, each with type, day and start date.
  items jsonb not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the provider has stored nothing.
  outcome text check (outcome in ('set-up', 'refused', 'expired')),
  -- What the member agreed to, at `requested_at`, and the fees that were shown, as in `portal.draft`.
  authorized_text text,
  fee_terms jsonb
);
create index draft_request_by_expiry on portal.draft_request (expires_at);
create index draft_request_open on portal.draft_request (requested_at) where outcome is null;
create index draft_request_by_member on portal.draft_request (member_number) where outcome is null;

-- The draft and the AutoPay of each account: the member's change of the draft, else the cooperative's copy, else what account_detail
-- says. An AutoPay that was canceled here counts until the cooperative has taken the event.
create view portal.current_draft as
  select account.account_number,
    changed.account_number is not null as is_changed_here,
    case when changed.account_number is not null then changed.draft_type is not null
      else coalesce(filed.draft_type, '') <> '' or detail.draft_date is not null
        or coalesce(detail.draft_method, '') <> '' end as has_draft,
    case when changed.account_number is not null then changed.draft_type else nullif(filed.draft_type, '') end as draft_type,
    case when changed.account_number is not null then changed.draft_day else filed.draft_day end as draft_day,
    case when changed.account_number is not null then changed.account_kind
      else coalesce(nullif(filed.account_kind, ''), case when detail.draft_method = 'CHARGE' then 'Card' else '' end)
      end as account_kind,
    case when changed.account_number is not null then changed.account_ending
      else coalesce(filed.account_ending, '') end as account_ending,
    case when changed.account_number is not null then changed.institution
      else coalesce(filed.institution, '') end as institution,
    case when changed.account_number is null then detail.draft_date end as next_date,
    filed.eligible_draft_date, filed.allow_after_billed_day, filed.allow_before_billed_day,
    case when enrolled.state in ('active', 'paused') then true
      when enrolled.state = 'canceled' and exists (
        select 1 from outbox.event as event where event.id = enrolled.event_id and event.acknowledged_at is null) then false
      else coalesce(detail.has_autopay, false) end as has_autopay
  from cis.account as account
  left join cis.draft as filed on filed.account_number = account.account_number
  left join cis.account_detail as detail on detail.account_number = account.account_number
  left join portal.draft as changed on changed.account_number = account.account_number
    and changed.member_number = account.member_number
    and changed.event_id > coalesce(filed.changes_through_event, -1)
  left join portal.autopay as enrolled on enrolled.account_number = account.account_number
    and enrolled.member_number = account.member_number;

-- Bank numbers of a member leave with the member: the next holder of the account has no use for them.
create function portal.forget_former_draft() returns trigger language plpgsql as $$
begin
  delete from portal.draft where account_number = new.account_number and member_number <> new.member_number;
  return null;
end $$;
create trigger forget_former_draft after update of member_number on cis.account
  for each row when (old.member_number <> new.member_number) execute function portal.forget_former_draft();

-- A draft also ends without its member: by a row of the cooperative's system, or when the account gets another holder. What the
-- member authorized stays in the audit then, too.
create function portal.audit_ended_authorization() returns trigger language plpgsql as $$
begin
  insert into portal.audit (at, kind, member_number, account_number, detail)
  values (now(), 'drafts.ended', old.member_number, old.account_number,
    jsonb_build_object('authorization', old.authorized_text, 'authorizedAt', old.authorized_at));
  return null;
end $$;
create trigger audit_ended_authorization after delete on portal.draft
  for each row when (old.authorized_text is not null) execute function portal.audit_ended_authorization();

-- owner: runs
-- A run takes what is due on a banking day, and a bank file carries to the bank what is taken from bank accounts.
create table pay.run (
  run_date date primary key,
  -- The first day that the run covers: the day after the run before it.
  from_date date not null,
  -- The kind and key of the last enrollment that was looked at, where a run that was stopped continues.
  progress_kind text not null default '',
  progress_key text not null default '',
  started_at timestamptz not null,
  completed_at timestamptz
);
create index run_open on pay.run (run_date) where completed_at is null;

create table pay.bank_file (
  id bigint generated always as identity primary key,
  -- The day and the modifier (A to Z, 0 to 9) by which the bank tells its files apart.
  file_date date not null,
  modifier text not null,
  -- When the entries settle.
  effective_date date not null,
  -- The setting achOriginator as it was: a file is always written the same way.
  originator jsonb not null,
  created_at timestamptz not null,
  entries integer not null,
  debits bigint not null,
  -- Written, checked and complete. Null: the next export writes it again.
  released_at timestamptz,
  sha256 text,
  unique (file_date, modifier)
);
create index bank_file_open on pay.bank_file (id) where released_at is null;
create index bank_file_released on pay.bank_file (released_at) where released_at is not null;

create table pay.run_item (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What is due again and again: the event of a draft, the number of a scheduled payment.
  enrollment_id text not null,
  due_date date not null,
  run_date date not null references pay.run,
  account_number text not null,
  member_number text not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('booked', 'pending', 'skipped', 'failed')),
  -- Why it was skipped or failed.
  reason text not null default '',
  trans_no text references pay.payment,
  created_at timestamptz not null,
  -- What a bank entry is written of. The numbers are encrypted, and removed once the file is released.
  payer_name text not null default '',
  account_kind text not null default '',
  bank_numbers bytea,
  file_id bigint references pay.bank_file,
  trace_number text,
  -- Each due date of an enrollment is taken once, however many processes run and however often they are stopped.
  unique (kind, enrollment_id, due_date)
);
create index run_item_by_run on pay.run_item (run_date, state);
create index run_item_by_payment on pay.run_item (trans_no) where trans_no is not null;
create index run_item_for_file on pay.run_item (id) where bank_numbers is not null and file_id is null;
create index run_item_by_file on pay.run_item (file_id, trace_number) where file_id is not null;
create index run_item_by_key on pay.run_item (portal.key_id_of(bank_numbers), id) where bank_numbers is not null;
-- Charges that have no answer yet: every run asks for them again.
create index run_item_pending on pay.run_item (kind, id) where state = 'pending';
-- Finds the newest entry of a trace number: their seven digits begin again.
create index run_item_by_trace on pay.run_item (trace_number, id) where trace_number is not null;
-- Due dates that were skipped because a payment was open: a later run takes them up once it is clear what became of it.
create index run_item_postponed on pay.run_item (kind, id) where reason = 'payment-open';
-- What runs have taken of an account: a draft that replaces another takes no due date that the other one was taken for.
create index run_item_by_account on pay.run_item (account_number, due_date);

-- What the cooperative's bank said of an entry afterwards: it returned the debit, or corrected the account.
create table pay.bank_return (
  item_id bigint not null references pay.run_item,
  -- R01 to R85, C01 to C14.
  code text not null,
  -- What follows: retry, stop, no-more-checks, corrected, noted.
  action text not null,
  -- The event of the draft that the entry belongs to.
  draft_event text not null default '',
  -- On which day the debit is presented again, and how often it was before.
  retry_on date,
  retries integer not null default 0,
  received_at timestamptz not null,
  -- A returned debit may be presented again within 180 days of the day on which the original debit settled.
  original_on date,
  -- Importing the same file again changes nothing.
  primary key (item_id, code)
);
create index bank_return_to_retry on pay.bank_return (retry_on, item_id) where retry_on is not null;
-- The rates of returns count those of the last 60 days.
create index bank_return_received on pay.bank_return (received_at, code);

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
  ended_at timestamptz,
  -- The arrangement that the payment is a part of, by its event: the part ends with it. Null: a payment of its own.
  arrangement_event bigint,
  -- The convenience fees that the member was shown, as {cardFee, echeckFee}. Null: unknown.
  fee_terms jsonb
);
-- Pressed twice, or in two tabs, it is one payment.
create unique index scheduled_payment_of_member
  on portal.scheduled_payment (member_number, payment_date, method_id, items) where ended_at is null;
create index scheduled_payment_due on portal.scheduled_payment (payment_date, trans_no) where ended_at is null;
create index scheduled_payment_by_end on portal.scheduled_payment (ended_at) where ended_at is not null;
create index scheduled_payment_by_member on portal.scheduled_payment (member_number, trans_no);

-- owner: arrangements
-- A payment arrangement that a member made in the portal. The cooperative's copy replaces it once an import includes its event.
create table portal.arrangement (
  id bigint generated always as identity primary key,
  account_number text not null,
  -- Who made it: it does not apply to the next holder of the account.
  member_number text not null,
  kind text not null check (kind in ('extension', 'installments')),
  -- Parts after the down payment.
  part_count integer not null,
  -- The day where the cooperative is.
  made_on date not null,
  -- Whole cents.
  balance bigint not null check (balance > 0),
  -- Every payment as {dueOn, amount}, by date; they sum to the balance.
  payments jsonb not null,
  event_id bigint not null,
  created_at timestamptz not null,
  -- Two requests on one day make one.
  constraint arrangement_of_day unique (account_number, member_number, made_on)
);
create index arrangement_by_age on portal.arrangement (created_at);

-- The current arrangement of each account: the one that was made here, less what was paid here since; else the cooperative's. Null without
-- one. Automatic payments leave alone what an arrangement made here defers; more than its next payment may be due. Paid is what was booked
-- since, less what went back of it. What goes back of an earlier payment is owed beside the arrangement, and so is a fee for a returned
-- payment.
create view portal.current_arrangement as
  select account.account_number,
    case when made.id is null then filed.balance else made.balance - paid.amount end as balance,
    case when made.id is null then filed.next_amount else next.amount end as next_amount,
    case when made.id is null then filed.next_due else next.due_on end as next_due,
    case when made.id is null then filed.notation else '' end as notation,
    made.id is not null as is_made_here,
    made.payments
  from cis.account as account
  left join cis.arrangement as filed on filed.account_number = account.account_number
  left join lateral (
    select arrangement.* from portal.arrangement as arrangement
    where arrangement.account_number = account.account_number and arrangement.member_number = account.member_number
      and arrangement.event_id > coalesce(filed.changes_through_event, -1)
    order by arrangement.made_on desc limit 1) as made on true
  left join lateral (
    select greatest(coalesce(-sum(entry.amount), 0), 0)::bigint as amount
    from pay.ledger_entry as entry join pay.booking as booking on booking.id = entry.booking_id
    join pay.booking as payment on payment.trans_no = booking.trans_no and payment.kind = 'payment'
    where entry.ledger_account = 'member-account/' || made.account_number and payment.booked_at >= made.created_at
      and booking.kind <> 'return-fee') as paid on true
  left join lateral (
    select part.due_on, least(part.amount, part.until_then - paid.amount) as amount
    from (
      select one."dueOn" as due_on, one.amount, sum(one.amount) over (order by one."dueOn")::bigint as until_then
      from jsonb_to_recordset(made.payments) as one ("dueOn" date, amount bigint)) as part
    where part.until_then > paid.amount
    order by part.due_on limit 1) as next on true;

-- owner: task-links
-- Links in messages that open one task of one account without a sign-in. Only the hash of the id is stored.
create table portal.task_link (
  id_hash bytea primary key,
  task text not null check (task in ('pay-bill', 'see-outage')),
  -- Whom the message was about: the next holder of the account has no part in it.
  member_number text not null,
  account_number text not null,
  expires_at timestamptz not null
);
create index task_link_by_member on portal.task_link (member_number);
create index task_link_by_expiry on portal.task_link (expires_at);

-- owner: payments
-- What a stored method pays, so that it is not removed meanwhile. Slices that charge one add themselves.
create view pay.method_use as
  select method_id, 'autopay' as kind, account_number from portal.autopay where method_id is not null
  union all
  select method_id, 'draft' as kind, account_number from portal.draft where method_id is not null;
