-- owner: calendar
-- The private address under which a member's calendar program reads their due dates; one per member.
create table portal.calendar_address (
  member_number text primary key,
  token_hash bytea not null unique,
  -- Language of the texts in the calendar: the one in which the member turned it on.
  language text not null,
  created_at timestamptz not null
);

-- Each due date as it was last told: the same one keeps its id, and a change of it counts up (RFC 5545, SEQUENCE).
create table portal.calendar_entry (
  member_number text not null,
  account_number text not null,
  kind text not null check (kind in ('bill', 'arrangement')),
  -- What of the account it is: the day of the bill, or of the arrangement's payment.
  item text not null,
  uid uuid not null default gen_random_uuid(),
  due_on date not null,
  -- Whole cents.
  amount bigint not null,
  is_past_due boolean not null,
  sequence integer not null default 0,
  modified_at timestamptz not null,
  primary key (member_number, account_number, kind, item)
);
