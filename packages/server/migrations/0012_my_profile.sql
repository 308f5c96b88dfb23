-- owner: my-profile
-- What the cooperative's system says of a member beyond name and contacts. A member without a row has none of it.
create table cis.member_detail (
  member_number text primary key references cis.member,
  paperless_billing boolean not null default false,
  paperless_other boolean not null default false,
  electronic_kit boolean not null default false,
  marketing_emails boolean not null default false,
  payment_emails boolean not null default false,
  service_order_emails boolean not null default false,
  phone_unlisted boolean not null default false,
  -- A bank account, or a card, is stored to be paid with.
  stores_check boolean not null default false,
  stores_credit boolean not null default false,
  -- Last portal event that this row already includes; what the member changed up to it lies over the row no longer.
  changes_through_event bigint
);

-- How an account's bills come, and its part in Operation RoundUp. An account without a row has none of it.
create table cis.account_preference (
  account_number text primary key references cis.account,
  email_bill_notice boolean not null default false,
  paperless_billing boolean not null default false,
  paperless_other boolean not null default false,
  roundup boolean not null default false,
  -- Whole cents.
  roundup_amount bigint,
  roundup_expiration date,
  changes_through_event bigint
);

-- What an AutoPay or a draft pays with; empty while the system does not say, or there is none.
alter table cis.account_detail
  add column autopay_method text not null default '' check (autopay_method in ('', 'ECHECK', 'CHARGE')),
  add column draft_method text not null default '' check (draft_method in ('', 'ECHECK', 'CHARGE'));

-- What a member changed lies over the cooperative's row, value by value, until that row includes the event that told of
-- it. Null: not changed here. An unticked box at registration changes nothing.
alter table portal.preference
  alter column paperless_billing drop not null,
  alter column paperless_billing drop default,
  alter column paperless_other drop not null,
  alter column paperless_other drop default,
  alter column marketing_emails drop not null,
  alter column marketing_emails drop default,
  add column electronic_kit boolean,
  add column payment_emails boolean,
  add column service_order_emails boolean,
  add column phone_unlisted boolean,
  add column stores_check boolean,
  add column stores_credit boolean,
  add column event_id bigint;

update portal.preference as chosen set
  paperless_billing = nullif(paperless_billing, false),
  paperless_other = nullif(paperless_other, false),
  marketing_emails = nullif(marketing_emails, false),
  event_id = coalesce((
    select max(event.id) from outbox.event as event
    where event.kind = 'member.registered' and event.body ->> 'memberNumber' = chosen.member_number), 0);

alter table portal.preference alter column event_id set not null;

create table portal.account_preference (
  account_number text primary key,
  -- Who chose: the choices of a former holder are not the next one's.
  member_number text not null,
  email_bill_notice boolean,
  paperless_billing boolean,
  paperless_other boolean,
  -- The three of Operation RoundUp change together: null here, and none of them was changed.
  roundup boolean,
  roundup_amount bigint,
  roundup_expiration date,
  event_id bigint not null,
  changed_at timestamptz not null
);
