-- owner: capital-credits
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
