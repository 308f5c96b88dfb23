-- owner: accounts
-- The day from which the member holds the account; null when no other member held it before. What is dated earlier is a former
-- holder's: what members and apps read, they read through the views below (decision 0263). A migration that adds a column to one of
-- these tables creates its view again; `holder-views.test.ts` checks it.
alter table cis.account add column held_since date;

-- A final bill is dated after the former holder has left; its period tells.
create view cis.holder_bill as
  select bill.* from cis.bill as bill
  where not exists (
    select from cis.account as holder
    where holder.account_number = bill.account_number
      and (holder.held_since > bill.bill_date or holder.held_since >= bill.statement_end));

create view cis.holder_bill_line as
  select line.* from cis.bill_line as line
  where not exists (
    select from cis.account as holder
    where holder.account_number = line.account_number and holder.held_since is not null
      and not exists (
        select from cis.holder_bill as bill
        where bill.account_number = line.account_number and bill.bill_date = line.bill_date));

create view cis.holder_delinquent as
  select late.* from cis.delinquent as late
  where not exists (
    select from cis.account as holder
    where holder.account_number = late.account_number and holder.held_since is not null
      and (holder.held_since > late.bill_date or exists (
        select from cis.bill as bill
        where bill.account_number = late.account_number and bill.bill_date = late.bill_date
          and bill.statement_end <= holder.held_since)));

create view cis.holder_payment as
  select payment.* from cis.payment as payment
  where not exists (
    select from cis.account as holder
    where holder.account_number = payment.account_number and holder.held_since > payment.paid_on);

create view cis.holder_deposit as
  select deposit.* from cis.deposit as deposit
  where not exists (
    select from cis.account as holder
    where holder.account_number = deposit.account_number and holder.held_since > deposit.received_on);

create view cis.holder_net_metering as
  select period.* from cis.net_metering as period
  where not exists (
    select from cis.account as holder
    where holder.account_number = period.account_number and holder.held_since >= period.period_end);

create view cis.holder_outage_history as
  select outage.* from cis.outage_history as outage
  where not exists (
    select from cis.account as holder
    where holder.account_number = outage.account_number
      and holder.held_since > (outage.interrupted_at at time zone 'UTC')::date);

create view cis.holder_service_order as
  select service_order.* from cis.service_order as service_order
  where not exists (
    select from cis.account as holder
    where holder.account_number = service_order.account_number and holder.held_since > service_order.requested_on);

-- Without the meters that were replaced before.
create view cis.holder_meter as
  select meter.* from cis.meter as meter
  where not exists (
    select from cis.account as holder
    where holder.account_number = meter.account_number and holder.held_since > meter.in_service_to);
