-- owner: outage
-- Outages of an account, from the outage system: also those that are over.
create table cis.outage_history (
  account_number text not null references cis.account,
  interrupted_at timestamptz not null,
  -- Null while the power is out.
  restored_at timestamptz,
  description text not null default '',
  primary key (account_number, interrupted_at)
);
create index account_by_location on cis.account (location_id);

-- When a member reported an outage. What was said is in the event only.
create table portal.outage_report (
  id bigint generated always as identity primary key,
  account_number text not null,
  member_number text not null,
  created_at timestamptz not null
);
create index outage_report_of_account on portal.outage_report (account_number, created_at);
create index outage_report_by_age on portal.outage_report (created_at);
