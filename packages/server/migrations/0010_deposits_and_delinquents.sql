-- owner: integration
-- What a member has left with the cooperative as a security, in whole cents.
create table cis.deposit (
  account_number text not null references cis.account,
  reference text not null,
  received_on date not null,
  kind text not null,
  amount bigint not null,
  -- What it has earned so far.
  interest bigint not null default 0,
  -- The day it was given back; null: the cooperative still has it.
  refunded_on date,
  primary key (account_number, reference)
);

-- Bills that were not paid in time, as the cooperative's system has told the member, in whole cents.
create table cis.delinquent (
  account_number text not null references cis.account,
  bill_date date not null,
  past_due bigint not null,
  late_fee bigint not null default 0,
  cutoff_date date,
  processed_on date not null,
  -- Name of the notice's file in DOCUMENTS_DIR, or its address; empty: the bill of that day is shown.
  document text not null default '',
  -- False when there is nothing to be shown.
  can_be_viewed boolean not null default true,
  primary key (account_number, bill_date)
);
