-- owner: arrangements
-- A payment arrangement that a member made in the portal. The cooperative's copy replaces it once an import includes its event.
create table portal.arrangement (
  id bigint generated always as identity primary key,
  account_number text not null,
  -- Who made it: it does not apply to the next holder of the account.
  member_number text not null,
  kind text not null check (kind in ('extension', 'installments')),
  -- Parts after the down payment.
  part_count integer not null,
  -- The day where the cooperative is.
  made_on date not null,
  -- Whole cents.
  balance bigint not null check (balance > 0),
  -- Every payment as {dueOn, amount}, by date; they sum to the balance.
  payments jsonb not null,
  event_id bigint not null,
  created_at timestamptz not null,
  -- Two requests on one day make one.
  unique (account_number, made_on)
);
create index arrangement_by_age on portal.arrangement (created_at);

-- The last event whose arrangement this row includes, or turned down.
alter table cis.arrangement add column changes_through_event bigint;

-- The arrangement that is shown of each account: the one that was made here, less what was paid here since; else the
-- cooperative's. Null without one.
create view portal.current_arrangement as
  select account.account_number,
    case when made.id is null then filed.balance else made.balance - paid.amount end as balance,
    case when made.id is null then filed.next_amount else next.amount end as next_amount,
    case when made.id is null then filed.next_due else next.due_on end as next_due,
    case when made.id is null then filed.notation else '' end as notation
  from cis.account as account
  left join cis.arrangement as filed on filed.account_number = account.account_number
  left join lateral (
    select arrangement.* from portal.arrangement as arrangement
    where arrangement.account_number = account.account_number and arrangement.member_number = account.member_number
      and arrangement.event_id > coalesce(filed.changes_through_event, -1)
    order by arrangement.made_on desc limit 1) as made on true
  left join lateral (
    select greatest(coalesce(-sum(entry.amount), 0), 0)::bigint as amount
    from pay.ledger_entry as entry join pay.booking as booking on booking.id = entry.booking_id
    where entry.ledger_account = 'member-account/' || made.account_number and booking.booked_at >= made.created_at) as paid on true
  left join lateral (
    select part.due_on, least(part.amount, part.until_then - paid.amount) as amount
    from (
      select one."dueOn" as due_on, one.amount, sum(one.amount) over (order by one."dueOn")::bigint as until_then
      from jsonb_to_recordset(made.payments) as one ("dueOn" date, amount bigint)) as part
    where part.until_then > paid.amount
    order by part.due_on limit 1) as next on true;
