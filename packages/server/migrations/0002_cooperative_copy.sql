-- owner: integration
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

-- All amounts are whole cents.
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

create table cis.bill (
  account_number text not null references cis.account,
  bill_date date not null,
  due_date date not null,
  amount bigint not null,
  usage_kwh numeric,
  late_fee bigint not null default 0,
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
