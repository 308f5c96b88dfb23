-- owner: calendar
-- The private address at which a calendar program reads a member's due dates; one per member.
create table portal.calendar_address (
  member_number text primary key,
  token_hash bytea not null unique,
  -- The language in which the member turned the calendar on.
  language text not null,
  created_at timestamptz not null
);

-- Each due date as the calendar last showed it. It keeps its id, and a change raises its sequence (RFC 5545, SEQUENCE).
create table portal.calendar_entry (
  member_number text not null,
  account_number text not null,
  kind text not null check (kind in ('bill', 'arrangement')),
  -- The date of the bill, or of the arrangement's payment.
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
create index calendar_entry_by_age on portal.calendar_entry (due_on);
