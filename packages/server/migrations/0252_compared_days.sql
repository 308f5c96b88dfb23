-- owner: payments
-- The provider's days (UTC) that were compared with the ledger after their end. The first row is where the comparison began.
create table pay.compared_day (
  day date primary key,
  compared_at timestamptz not null
);
create index compared_day_by_time on pay.compared_day (compared_at);
