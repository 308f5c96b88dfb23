-- owner: accounts
-- A deposit and the order to connect the service are often dated before the day from which the member holds the account. Such a row
-- may name its member: only that member sees it. A row without a name stays bounded by the day (decision 0263).
alter table cis.deposit add column member_number text;
alter table cis.service_order add column member_number text;

create or replace view cis.holder_deposit as
  select deposit.* from cis.deposit as deposit
  where not exists (
    select from cis.account as holder
    where holder.account_number = deposit.account_number
      and case when deposit.member_number is null then holder.held_since > deposit.received_on
        else holder.member_number <> deposit.member_number end);

create or replace view cis.holder_service_order as
  select service_order.* from cis.service_order as service_order
  where not exists (
    select from cis.account as holder
    where holder.account_number = service_order.account_number
      and case when service_order.member_number is null then holder.held_since > service_order.requested_on
        else holder.member_number <> service_order.member_number end);
