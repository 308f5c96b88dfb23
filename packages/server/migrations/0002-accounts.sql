-- owner: integration
-- Staff search for members by the start of any word of a name or address, and by phone number or email address. Punctuation
-- separates words.
create function cis.search_words(value text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(value, '.,;:/_@&()''"-’‘–', '                '))
$$;

create table cis.member (
  member_number text primary key,
  name text not null,
  prefers_language text not null default 'en'
);
create index member_by_word on cis.member using gin (cis.search_words(name));

create table cis.phone (
  member_number text not null references cis.member,
  digits text not null check (digits ~ '^[0-9]{10}$'),
  kind text not null,
  primary key (member_number, digits)
);
create index phone_by_digits on cis.phone (digits);

create table cis.email (
  member_number text not null references cis.member,
  address text not null,
  primary key (member_number, address)
);
create index email_by_address on cis.email (lower(address));

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
  no_more_checks boolean not null,
  -- The day from which the member holds the account; null when no other member held it before. What is dated earlier is a former
  -- holder's: what members and apps read, they read through the views `cis.holder_…` (decision 0263). When a migration adds a
  -- column to one of these tables, it creates the view again; `holder-views.test.ts` checks that.
  held_since date
);
create index account_by_member on cis.account (member_number);
create index account_by_location on cis.account (location_id);
create index account_by_word on cis.account
  using gin (cis.search_words(holder_name || ' ' || service_street || ' ' || service_city));
-- The job reads the prepaid accounts in windows; most accounts are not.
create index account_prepaid on cis.account (account_number) where is_prepaid;

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
  show_liability_confirmation boolean not null,
  -- The highest payments_through_event of the account's imported balances: an older file would take payments back. Null: none named one.
  payments_through_event bigint
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
  capital_credit_document_title text not null default '',
  -- The cooperative's system says of which accounts no usage is shown for now.
  usage_suspended boolean not null default false
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
  unit text not null default 'kWh',
  interval_minutes smallint check (interval_minutes in (5, 15, 30, 60)),
  in_service_from date,
  in_service_to date,
  is_net_metered boolean not null default false,
  feeder text not null default '',
  primary key (account_number, meter_number)
);
create index meter_by_number on cis.meter (meter_number);
create index meter_by_feeder on cis.meter (feeder) where feeder <> '';

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
  notation text not null default '',
  -- The last event whose arrangement this row includes, or turned down.
  changes_through_event bigint
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
  -- A deposit and the order to connect the service are often dated before the day from which the member holds the account. Such a row
  -- may name its member: only that member sees it. A row without a name stays bounded by the day (decision 0263).
  member_number text,
  primary key (account_number, reference)
);

-- A final bill is dated after the former holder has left; its period has days before the change. The first bill of a member who takes over
-- an account may have no days, such as one for connecting the service: it is theirs.
create view cis.holder_bill as
  select bill.* from cis.bill as bill
  where not exists (
    select from cis.account as holder
    where holder.account_number = bill.account_number
      and (holder.held_since > bill.bill_date
        or (holder.held_since >= bill.statement_end and coalesce(bill.statement_start, '-infinity') < holder.held_since)));

create view cis.holder_bill_line as
  select line.* from cis.bill_line as line
  where not exists (
    select from cis.account as holder
    where holder.account_number = line.account_number and holder.held_since is not null
      and not exists (
        select from cis.holder_bill as bill
        where bill.account_number = line.account_number and bill.bill_date = line.bill_date));

create view cis.holder_delinquent as
  select late.* from cis.delinquent as late
  where not exists (
    select from cis.account as holder
    where holder.account_number = late.account_number and holder.held_since is not null
      and (holder.held_since > late.bill_date or exists (
        select from cis.bill as bill
        where bill.account_number = late.account_number and bill.bill_date = late.bill_date
          and bill.statement_end <= holder.held_since
          and coalesce(bill.statement_start, '-infinity') < holder.held_since)));

create view cis.holder_payment as
  select payment.* from cis.payment as payment
  where not exists (
    select from cis.account as holder
    where holder.account_number = payment.account_number and holder.held_since > payment.paid_on);

create view cis.holder_deposit as
  select deposit.* from cis.deposit as deposit
  where not exists (
    select from cis.account as holder
    where holder.account_number = deposit.account_number
      and case when deposit.member_number is null then holder.held_since > deposit.received_on
        else holder.member_number <> deposit.member_number end);

-- Without the meters that were replaced before.
create view cis.holder_meter as
  select meter.* from cis.meter as meter
  where not exists (
    select from cis.account as holder
    where holder.account_number = meter.account_number and holder.held_since > meter.in_service_to);

-- owner: account-profile
-- A member's change of an account's profile, one row for each block. Members' changes take precedence over the cooperative's copy, value
-- by value, until an import includes their event.
create table portal.profile_change (
  account_number text not null,
  block text not null check (block in ('name', 'address', 'phones')),
  -- The whole block after the change.
  value jsonb not null,
  event_id bigint not null,
  -- Whether the change waits for the cooperative's review.
  is_pending_review boolean not null,
  changed_at timestamptz not null,
  -- Who changed the profile: the change does not apply to the next holder of the account. Null: its event
  -- names the member.
  member_number text,
  primary key (account_number, block)
);
-- Staff list the changes that wait for a review, oldest first.
create index profile_change_pending on portal.profile_change (changed_at, account_number, block)
  where is_pending_review;
create index profile_change_by_member on portal.profile_change (member_number);

-- owner: my-profile
-- A member's preferences. Null: not changed here.
create table portal.preference (
  member_number text primary key,
  paperless_billing boolean,
  paperless_other boolean,
  electronic_kit boolean,
  marketing_emails boolean,
  payment_emails boolean,
  service_order_emails boolean,
  phone_unlisted boolean,
  stores_check boolean,
  stores_credit boolean,
  event_id bigint not null,
  changed_at timestamptz not null
);

create table portal.account_preference (
  account_number text primary key,
  -- Who made the change: it does not apply to the next holder of the account.
  member_number text not null,
  email_bill_notice boolean,
  paperless_billing boolean,
  paperless_other boolean,
  -- The three values of Operation RoundUp change together: all are null, or none was left out.
  roundup boolean,
  roundup_amount bigint,
  roundup_expiration date,
  event_id bigint not null,
  changed_at timestamptz not null
);

-- owner: calendar
-- The private address at which a calendar program reads a member's due dates; one per member.
create table portal.calendar_address (
  member_number text primary key,
  token_hash bytea not null unique,
  -- The language in which the member turned the calendar on.
  language text not null,
  created_at timestamptz not null
);

-- Each due date as the calendar last showed it. It keeps its id, and a change raises its sequence (RFC 5545, SEQUENCE).
create table portal.calendar_entry (
  member_number text not null,
  account_number text not null,
  kind text not null check (kind in ('bill', 'arrangement', 'draft', 'autopay', 'scheduled')),
  -- The date of the bill, or of the arrangement's payment.
  item text not null,
  uid uuid not null default gen_random_uuid(),
  due_on date not null,
  -- Whole cents.
  amount bigint not null,
  is_past_due boolean not null,
  sequence integer not null default 0,
  modified_at timestamptz not null,
  primary key (member_number, account_number, kind, item)
);
create index calendar_entry_by_age on portal.calendar_entry (due_on);

-- owner: member-documents
-- Documents that the cooperative shows to every member who is signed in.
create table portal.member_document (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  -- Empty: the English title is shown.
  title_es text not null default '',
  -- A PDF in DOCUMENTS_DIR, or an address elsewhere.
  file_name text not null default '',
  url text not null default '',
  added_at timestamptz not null,
  check ((file_name = '') <> (url = ''))
);

-- owner: capital-credits
-- Letters about capital credits that may be returned online.
create table cis.capital_credit_letter (
  member_number text not null,
  letter_id text not null,
  primary key (member_number, letter_id)
);

-- Which of them were returned here: one event for each.
create table portal.returned_letter (
  member_number text not null,
  letter_id text not null,
  returned_at timestamptz not null,
  primary key (member_number, letter_id)
);
create index returned_letter_by_age on portal.returned_letter (returned_at);

-- Capital credits whose owners could not be found. The public searches them by the beginning of names.
create table cis.unclaimed_credit (
  credit_number text primary key,
  member_number text not null,
  first_name text not null default '',
  last_name text not null default '',
  company_name text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  first_key text collate "C" generated always as (lower(first_name)) stored,
  last_key text collate "C" generated always as (lower(last_name)) stored,
  company_key text collate "C" generated always as (lower(company_name)) stored
);
create index unclaimed_credit_by_first on cis.unclaimed_credit (first_key) where first_key <> '';
create index unclaimed_credit_by_last on cis.unclaimed_credit (last_key, first_key) where last_key <> '';
create index unclaimed_credit_by_company on cis.unclaimed_credit (company_key) where company_key <> '';

-- What was allocated to a member for a year, and what of it was paid out.
create table cis.capital_credit (
  member_number text not null references cis.member,
  entry_id text not null,
  kind text not null check (kind in ('allocation', 'retirement')),
  -- The year of the margins, not of the notice.
  year integer not null,
  posted_on date not null,
  amount bigint not null check (amount > 0),
  -- File name of the notice in DOCUMENTS_DIR; empty: none.
  document text not null default '',
  primary key (member_number, entry_id)
);

-- The last digits of a Social Security number that came with the claim of an unclaimed credit, encrypted. The mail to the office
-- names the claim; staff read the digits in the console. A claim without digits has no row.
create table portal.claim_digits (
  claim_number text primary key,
  sealed_digits bytea not null,
  created_at timestamptz not null
);
create index claim_digits_by_age on portal.claim_digits (created_at);
create index claim_digits_by_key on portal.claim_digits (portal.key_id_of(sealed_digits), claim_number);

-- owner: average-billing
-- Whether an account can have Average Billing, as the cooperative's system has it.
create table cis.levelized_account (
  account_number text primary key references cis.account,
  is_eligible boolean not null default true,
  -- Empty when the account is eligible.
  not_eligible_message text not null default '',
  -- Estimated monthly bill. Null: the cooperative gives none.
  estimated_amount bigint,
  -- 1 is January.
  settlement_month smallint not null check (settlement_month between 1 and 12),
  changes_through_event bigint
);

-- A member's change of the billing type. It overrides the cooperative's copy until that includes the event.
create table portal.billing_choice (
  account_number text primary key,
  -- Who made the change: it does not apply to the next holder of the account.
  member_number text not null,
  billing_type text not null check (billing_type in ('Standard', 'Average')),
  settlement_month smallint check (settlement_month between 1 and 12),
  event_id bigint not null,
  changed_at timestamptz not null,
  check ((billing_type = 'Average') = (settlement_month is not null))
);

-- The billing type of each account and the settlement month of its Average Billing.
create view portal.current_billing as
  select account.account_number,
    coalesce(chosen.billing_type, account.billing_type) as billing_type,
    case when chosen.account_number is not null then chosen.settlement_month
      when account.billing_type = 'Average' then filed.settlement_month end as settlement_month
  from cis.account as account
  left join cis.levelized_account as filed on filed.account_number = account.account_number
  left join portal.billing_choice as chosen on chosen.account_number = account.account_number
    and chosen.member_number = account.member_number
    and chosen.event_id > coalesce(filed.changes_through_event, -1);
