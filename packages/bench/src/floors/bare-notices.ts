/** The floor of P16's bill notices: one statement that finds what a notice is due for, with the days written into it. */
export const bareNotices = (today: string): string => `
  with due as (
    select account_number, 'bill-ready' as topic, bill_date::text as dedupe_key from cis.bill
      where bill_date between date '${today}' - 5 and date '${today}' and amount > 0
    union all
    select account_number, 'due-soon', due_date::text from cis.balance
      where due_date > date '${today}' and due_date <= date '${today}' + 3 and balance > 0
    union all
    select account_number, 'past-due', due_date::text from cis.balance where past_due > 0
  )
  select due.account_number, due.topic, due.dedupe_key from due
  join cis.account as account on account.account_number = due.account_number
  join portal.login as login on login.member_number = account.member_number
  where account.account_status = 'Active' and not account.is_prepaid and not exists (
    select from portal.sent_notice as sent
    where sent.account_number = due.account_number and sent.topic = due.topic and sent.dedupe_key = due.dedupe_key)`
