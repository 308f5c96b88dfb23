-- owner: integration
-- The copy of the cooperative's data. Imports write it. All amounts are whole cents.
create schema cis;

create table cis.member (
  member_number text primary key,
  name text not null,
  prefers_language text not null default 'en'
);

create table cis.phone (
  member_number text not null references cis.member,
  digits text not null check (digits ~ '^[0-9]{10}$'),
  kind text not null,
  primary key (member_number, digits)
);

create table cis.email (
  member_number text not null references cis.member,
  address text not null,
  primary key (member_number, address)
);

-- What the cooperative's system says about a member beyond name and contacts. No row: the defaults.
create table cis.member_detail (
  member_number text primary key references cis.member,
  paperless_billing boolean not null default false,
  paperless_other boolean not null default false,
  electronic_kit boolean not null default false,
  marketing_emails boolean not null default false,
  payment_emails boolean not null default false,
  service_order_emails boolean not null default false,
  phone_unlisted boolean not null default false,
  -- Whether the cooperative's system stores a bank account, or a card, for payments.
  stores_check boolean not null default false,
  stores_credit boolean not null default false,
  -- The last portal event that this row includes. It replaces the member's changes up to that event.
  changes_through_event bigint
);

create table cis.account (
  account_number text primary key check (account_number ~ '^[0-9]{1,12}$'),
  member_number text not null references cis.member,
  is_primary boolean not null,
  holder_name text not null,
  account_type text not null,
  account_status text not null,
  derived_status text not null,
  service_street text not null,
  service_city text not null,
  service_state text not null,
  service_zip text not null,
  location_id text not null,
  is_prepaid boolean not null,
  prepaid_label text not null,
  billing_type text not null,
  card_eligible boolean not null,
  echeck_eligible boolean not null,
  no_more_checks boolean not null
);
create index account_by_member on cis.account (member_number);

create table cis.balance (
  account_number text primary key references cis.account,
  balance bigint not null,
  past_due bigint not null,
  due_date date,
  cutoff_amount bigint not null,
  cutoff_date date,
  reconnect_fee bigint not null,
  additional_deposit bigint not null,
  disconnect_fee bigint not null,
  over_pay_amount bigint not null,
  prepaid_minimum bigint not null,
  prepaid_reconnect bigint not null,
  minimum_payment_due bigint not null,
  liability_confirmation_amount bigint not null,
  show_liability_confirmation boolean not null
);
-- The jobs that notify members start at these indexes of new, due and past-due accounts and never scan all accounts.
create index balance_by_due_date on cis.balance (due_date, account_number);
create index balance_past_due on cis.balance (account_number) where past_due > 0;

-- What the cooperative's system says about an account beyond its balance. No row: the defaults.
create table cis.account_detail (
  account_number text primary key references cis.account,
  cutoff_message text not null default '',
  bill_message text not null default '',
  statement_heading text not null default '',
  prepaid_alert text not null default '',
  capital_credit_message text not null default '',
  -- Returned checks and drafts that still count.
  returned_items integer not null default 0,
  has_autopay boolean not null default false,
  -- How AutoPay or a draft pays; empty: unknown, or there is none.
  autopay_method text not null default '' check (autopay_method in ('', 'ECHECK', 'CHARGE')),
  draft_method text not null default '' check (draft_method in ('', 'ECHECK', 'CHARGE')),
  draft_date date,
  -- Budget or average billing: usage less billings of this year.
  year_to_date_difference bigint,
  collects_meter_readings boolean not null default false,
  shows_usage_history boolean not null default true,
  meter_sense_url text not null default '',
  -- File name of the capital credit document; empty: there is none.
  capital_credit_document text not null default '',
  capital_credit_document_title text not null default ''
);

-- The name and mailing address of an account holder. No row: unknown.
create table cis.account_profile (
  account_number text primary key references cis.account,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  spouse_name text not null default '',
  street_number text not null default '',
  street_name text not null default '',
  street_type text not null default '',
  unit text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  is_verified boolean not null default true,
  -- Up to three phones, as columns so that an imported row replaces all of them.
  phone_1_id text,
  phone_1_kind text,
  phone_1_digits text,
  phone_1_extension text not null default '',
  phone_2_id text,
  phone_2_kind text,
  phone_2_digits text,
  phone_2_extension text not null default '',
  phone_3_id text,
  phone_3_kind text,
  phone_3_digits text,
  phone_3_extension text not null default ''
);

-- How an account gets its bills, and its part in Operation RoundUp. No row: the defaults.
create table cis.account_preference (
  account_number text primary key references cis.account,
  email_bill_notice boolean not null default false,
  paperless_billing boolean not null default false,
  paperless_other boolean not null default false,
  roundup boolean not null default false,
  roundup_amount bigint,
  roundup_expiration date,
  changes_through_event bigint
);

create table cis.meter (
  account_number text not null references cis.account,
  meter_number text not null,
  primary key (account_number, meter_number)
);

-- Accounts whose bills are settled together with this one.
create table cis.linked_account (
  account_number text not null references cis.account,
  linked_account_number text not null references cis.account,
  primary key (account_number, linked_account_number)
);

create table cis.arrangement (
  account_number text primary key references cis.account,
  balance bigint not null,
  next_amount bigint not null,
  next_due date not null,
  notation text not null default ''
);

-- Whether the power is out, from the outage system. No row: unknown.
create table cis.outage (
  account_number text primary key references cis.account,
  is_out boolean not null,
  restored_at timestamptz
);
create index outage_now on cis.outage (account_number) where is_out;

create table cis.bill (
  account_number text not null references cis.account,
  bill_date date not null,
  due_date date not null,
  amount bigint not null,
  usage_kwh numeric,
  late_fee bigint not null default 0,
  statement_start date,
  statement_end date,
  -- 'Standard', 'Prepaid' or another kind that the cooperative's system names.
  bill_type text not null default 'Standard',
  previous_balance bigint,
  payments_received bigint,
  ending_balance bigint,
  -- File name in DOCUMENTS_DIR when the cooperative's system sends the bill; empty: the portal draws it.
  document text not null default '',
  can_be_viewed boolean not null default true,
  prepaid_daily_total bigint,
  prepaid_usage_dollars bigint,
  prepaid_charges bigint,
  prepaid_taxes bigint,
  primary key (account_number, bill_date)
);
create index bill_by_day on cis.bill (bill_date, account_number);

create table cis.bill_line (
  account_number text not null,
  bill_date date not null,
  line integer not null,
  description text not null,
  quantity numeric,
  unit text not null default '',
  amount bigint not null,
  primary key (account_number, bill_date, line),
  foreign key (account_number, bill_date) references cis.bill
);

-- Bills that were not paid in time.
create table cis.delinquent (
  account_number text not null references cis.account,
  bill_date date not null,
  past_due bigint not null,
  late_fee bigint not null default 0,
  cutoff_date date,
  processed_on date not null,
  -- File name of the notice in DOCUMENTS_DIR, or its address; empty: the portal shows the bill of that day.
  document text not null default '',
  can_be_viewed boolean not null default true,
  primary key (account_number, bill_date)
);

create table cis.payment (
  account_number text not null references cis.account,
  reference text not null,
  paid_on date not null,
  amount bigint not null,
  method text not null,
  primary key (account_number, reference)
);
create index payment_by_day on cis.payment (account_number, paid_on desc);

create table cis.deposit (
  account_number text not null references cis.account,
  reference text not null,
  received_on date not null,
  kind text not null,
  amount bigint not null,
  -- Interest earned so far.
  interest bigint not null default 0,
  -- Null: the cooperative still has it.
  refunded_on date,
  primary key (account_number, reference)
);
