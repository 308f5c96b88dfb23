-- owner: notifications
-- At what days and amounts a member wants to be warned about prepaid money (decision 0274). Without a row the defaults of the settings
-- apply. Another holder of the account has warnings of their own.
create table portal.prepaid_warning (
  account_number text primary key,
  member_number text not null,
  -- Days left; null: off.
  days_left integer check (days_left > 0),
  -- Whole cents, each once.
  amounts bigint[] not null,
  changed_at timestamptz not null
);
create index prepaid_warning_by_member on portal.prepaid_warning (member_number);

-- What a prepaid account was like when the job last evaluated it, and what its member was warned about.
create table portal.notified_prepaid (
  account_number text primary key,
  -- The holder; nothing is noted about another one.
  member_number text not null,
  balance bigint not null,
  derived_status text not null,
  cutoff_date date,
  service text not null check (service in ('on', 'pending', 'off')),
  -- The disconnection that the member knows.
  cutoff_on date,
  is_days_low boolean not null,
  -- The lowest amount that the member was warned about; null: none.
  lowest_amount bigint,
  -- Null: the member chose other thresholds since.
  evaluated_on date,
  -- Counts the evaluations, so that one of two workers notes each.
  revision integer not null,
  changed_at timestamptz not null
);

-- The job reads the prepaid accounts in windows; most accounts are not.
-- brief lock: large cooperatives create it concurrently before the upgrade, as the changelog says
create index if not exists account_prepaid on cis.account (account_number) where is_prepaid;
