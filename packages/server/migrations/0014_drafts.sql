-- owner: drafts
-- A draft takes what is due on an account from a bank account or a card.

-- The draft of an account as the cooperative's system has it, and when a new one may start. No row: none, and no limits.
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
  changed_at timestamptz not null
);
create index draft_by_key on portal.draft (portal.key_id_of(bank_numbers), account_number) where bank_numbers is not null;
create index draft_by_event on portal.draft (event_id);

-- The draft that is shown of each account: the member's change, else the cooperative's copy, else what account_detail says.
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
    -- Of a draft that was changed here the cooperative's system names no day yet.
    case when changed.account_number is null then detail.draft_date end as next_date,
    filed.eligible_draft_date, filed.allow_after_billed_day, filed.allow_before_billed_day,
    coalesce(detail.has_autopay, false) as has_autopay
  from cis.account as account
  left join cis.draft as filed on filed.account_number = account.account_number
  left join cis.account_detail as detail on detail.account_number = account.account_number
  left join portal.draft as changed on changed.account_number = account.account_number
    and changed.member_number = account.member_number
    and changed.event_id > coalesce(filed.changes_through_event, -1);

-- Banks by their routing numbers, from the Federal Reserve's FedACH directory.
create table portal.financial_institution (
  routing_number text primary key,
  name text not null
);
