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
