-- owner: runs
-- What the cooperative's bank said of an entry afterwards: it returned the debit, or corrected the account.
create table pay.bank_return (
  item_id bigint not null references pay.run_item,
  -- R01 to R85, C01 to C14.
  code text not null,
  -- What follows: retry, stop, no-more-checks, corrected, noted.
  action text not null,
  -- The event of the draft that the entry belongs to.
  draft_event text not null default '',
  -- On which day the debit is presented again, and how often it was before.
  retry_on date,
  retries integer not null default 0,
  received_at timestamptz not null,
  -- Importing the same file again changes nothing.
  primary key (item_id, code)
);
create index bank_return_to_retry on pay.bank_return (retry_on, item_id) where retry_on is not null;

-- The newest entry of a trace number: their seven digits begin again.
drop index pay.run_item_by_trace;
create index run_item_by_trace on pay.run_item (trace_number, id) where trace_number is not null;
