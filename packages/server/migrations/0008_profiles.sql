-- owner: my-profile
-- Members' changes take precedence over the cooperative's copy, value by value, until an import includes their event.

-- A change of an account's profile, one row for each block.
create table portal.profile_change (
  account_number text not null,
  block text not null check (block in ('name', 'address', 'phones')),
  -- The whole block after the change.
  value jsonb not null,
  event_id bigint not null,
  -- Whether the change waits for the cooperative's review.
  is_pending_review boolean not null,
  changed_at timestamptz not null,
  primary key (account_number, block)
);

-- A member's preferences. Null: not changed here.
create table portal.preference (
  member_number text primary key,
  paperless_billing boolean,
  paperless_other boolean,
  electronic_kit boolean,
  marketing_emails boolean,
  payment_emails boolean,
  service_order_emails boolean,
  phone_unlisted boolean,
  stores_check boolean,
  stores_credit boolean,
  event_id bigint not null,
  changed_at timestamptz not null
);

create table portal.account_preference (
  account_number text primary key,
  -- Who made the change: it does not apply to the next holder of the account.
  member_number text not null,
  email_bill_notice boolean,
  paperless_billing boolean,
  paperless_other boolean,
  -- The three values of Operation RoundUp change together: all are null, or none was left out.
  roundup boolean,
  roundup_amount bigint,
  roundup_expiration date,
  event_id bigint not null,
  changed_at timestamptz not null
);
