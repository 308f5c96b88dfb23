-- owner: auto-pay
-- AutoPay charges a stored method with what is due on an account, on the due date or some days before.

create table portal.autopay (
  account_number text primary key,
  -- Who enrolled: it does not apply to the next holder of the account.
  member_number text not null,
  -- Null once canceled.
  method_id text references pay.stored_method,
  state text not null check (state in ('active', 'paused', 'canceled')),
  days_before integer not null check (days_before between 0 and 20),
  -- Above this amount the member is asked instead of charged. Null: no limit.
  max_amount bigint check (max_amount > 0),
  event_id bigint not null,
  changed_at timestamptz not null,
  check ((state = 'canceled') = (method_id is null))
);
create index autopay_by_method on portal.autopay (method_id);

-- A charge that a member was told of, of what is due on a day.
create table portal.autopay_charge (
  account_number text not null,
  due_date date not null,
  member_number text not null,
  method_id text not null,
  charge_on date not null,
  -- What the notice says; no more is charged.
  amount bigint not null check (amount > 0),
  -- waiting: it will be charged. above-limit: the member was asked instead.
  state text not null check (state in ('waiting', 'above-limit', 'stopped', 'done')),
  -- The hash of the id in the link that stops it.
  link_hash bytea not null unique,
  announced_at timestamptz not null,
  -- What became of the charge, and its payment.
  outcome text not null default '',
  trans_no text,
  primary key (account_number, due_date)
);
create index autopay_charge_waiting on portal.autopay_charge (charge_on, account_number) where state = 'waiting';
create index autopay_charge_by_age on portal.autopay_charge (charge_on);

create function portal.forget_former_autopay() returns trigger language plpgsql as $$
begin
  delete from portal.autopay where account_number = new.account_number and member_number <> new.member_number;
  update portal.autopay_charge set state = 'stopped', outcome = 'holder-changed'
    where account_number = new.account_number and member_number <> new.member_number and state = 'waiting';
  return null;
end $$;
create trigger forget_former_autopay after update of member_number on cis.account
  for each row when (old.member_number <> new.member_number) execute function portal.forget_former_autopay();

-- What a stored method pays, so that it is not removed meanwhile. Slices that charge one add themselves.
create view pay.method_use as
  select method_id, 'autopay' as kind, account_number from portal.autopay where method_id is not null;

-- The draft and the AutoPay of each account. An AutoPay that was canceled here counts until the cooperative has taken the event.
create or replace view portal.current_draft as
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
    case when changed.account_number is null then detail.draft_date end as next_date,
    filed.eligible_draft_date, filed.allow_after_billed_day, filed.allow_before_billed_day,
    case when enrolled.state in ('active', 'paused') then true
      when enrolled.state = 'canceled' and exists (
        select 1 from outbox.event as event where event.id = enrolled.event_id and event.acknowledged_at is null) then false
      else coalesce(detail.has_autopay, false) end as has_autopay
  from cis.account as account
  left join cis.draft as filed on filed.account_number = account.account_number
  left join cis.account_detail as detail on detail.account_number = account.account_number
  left join portal.draft as changed on changed.account_number = account.account_number
    and changed.member_number = account.member_number
    and changed.event_id > coalesce(filed.changes_through_event, -1)
  left join portal.autopay as enrolled on enrolled.account_number = account.account_number
    and enrolled.member_number = account.member_number;

-- Since when a login knows a browser: on a new one a member proves who they are before a stored method is charged.
alter table portal.known_device add column first_used_at timestamptz not null default now();
