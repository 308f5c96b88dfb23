-- owner: arrangements
-- Every payment of an arrangement made here, as {dueOn, amount}: more than the next one may be due.
create or replace view portal.current_arrangement as
  select account.account_number,
    case when made.id is null then filed.balance else made.balance - paid.amount end as balance,
    case when made.id is null then filed.next_amount else next.amount end as next_amount,
    case when made.id is null then filed.next_due else next.due_on end as next_due,
    case when made.id is null then filed.notation else '' end as notation,
    made.id is not null as is_made_here,
    made.payments
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
    join pay.booking as payment on payment.trans_no = booking.trans_no and payment.kind = 'payment'
    where entry.ledger_account = 'member-account/' || made.account_number and payment.booked_at >= made.created_at
      and booking.kind <> 'return-fee') as paid on true
  left join lateral (
    select part.due_on, least(part.amount, part.until_then - paid.amount) as amount
    from (
      select one."dueOn" as due_on, one.amount, sum(one.amount) over (order by one."dueOn")::bigint as until_then
      from jsonb_to_recordset(made.payments) as one ("dueOn" date, amount bigint)) as part
    where part.until_then > paid.amount
    order by part.due_on limit 1) as next on true;
