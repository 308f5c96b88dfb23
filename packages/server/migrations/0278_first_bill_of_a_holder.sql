-- owner: accounts
-- The first bill of a member who takes over an account may have no days, such as one for connecting the service: it is theirs. A final
-- bill has days before the change.
create or replace view cis.holder_bill as
  select bill.* from cis.bill as bill
  where not exists (
    select from cis.account as holder
    where holder.account_number = bill.account_number
      and (holder.held_since > bill.bill_date
        or (holder.held_since >= bill.statement_end and coalesce(bill.statement_start, '-infinity') < holder.held_since)));

create or replace view cis.holder_delinquent as
  select late.* from cis.delinquent as late
  where not exists (
    select from cis.account as holder
    where holder.account_number = late.account_number and holder.held_since is not null
      and (holder.held_since > late.bill_date or exists (
        select from cis.bill as bill
        where bill.account_number = late.account_number and bill.bill_date = late.bill_date
          and bill.statement_end <= holder.held_since
          and coalesce(bill.statement_start, '-infinity') < holder.held_since)));
