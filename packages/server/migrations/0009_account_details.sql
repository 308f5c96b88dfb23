-- owner: integration
-- What the cooperative's system says of an account beyond its balance. An account without a row has none of it.
create table cis.account_detail (
  account_number text primary key references cis.account,
  cutoff_message text not null default '',
  bill_message text not null default '',
  statement_heading text not null default '',
  prepaid_alert text not null default '',
  capital_credit_message text not null default '',
  -- Checks and drafts that came back and still count.
  returned_items integer not null default 0,
  has_autopay boolean not null default false,
  draft_date date,
  -- Budget or average billing: what was used less what was billed, this year. Whole cents.
  year_to_date_difference bigint,
  collects_meter_readings boolean not null default false,
  shows_usage_history boolean not null default true,
  meter_sense_url text not null default '',
  -- Name of the document that tells the member's capital credits; empty: there is none.
  capital_credit_document text not null default '',
  capital_credit_document_title text not null default ''
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

-- Whether the power is off, as the outage system says; no row: it does not say.
create table cis.outage (
  account_number text primary key references cis.account,
  is_out boolean not null,
  restored_at timestamptz
);

alter table cis.bill
  add column statement_start date,
  add column statement_end date,
  -- 'Standard', 'Prepaid' or what else the cooperative's system says.
  add column bill_type text not null default 'Standard',
  add column previous_balance bigint,
  add column payments_received bigint,
  add column ending_balance bigint,
  -- Name of the bill's file in DOCUMENTS_DIR when the cooperative's system sends one; empty: the portal draws it.
  add column document text not null default '',
  -- False when a bill cannot be shown at all.
  add column can_be_viewed boolean not null default true,
  add column prepaid_daily_total bigint,
  add column prepaid_usage_dollars bigint,
  add column prepaid_charges bigint,
  add column prepaid_taxes bigint;

-- The lines of a bill, in their order. Amounts in whole cents.
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
