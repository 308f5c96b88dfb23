-- owner: usage
-- Drops the oldest partition of one of the two tables when its month ended before a day, never one of the last 400 days. One month at a
-- time, without waiting for a lock for long: the reads that come behind a waiting DROP would wait for it.
create or replace function meter.drop_months(parent text, before date) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog set lock_timeout = '2s' as $$
declare partition text;
begin
  if parent not in ('daily_reading', 'interval_day') then raise exception 'no table of readings: %', parent using errcode = '22023'; end if;
  select child.relname into partition from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = format('meter.%I', parent)::regclass
      and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 400)
    order by 1 limit 1;
  if partition is null then return 0; end if;
  execute format('drop table meter.%I', partition);
  return 1;
end $$;
