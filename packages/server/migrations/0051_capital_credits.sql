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
