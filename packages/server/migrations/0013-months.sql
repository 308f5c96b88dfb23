-- owner: usage
-- As before, but reads the month of partitions only: the planner may evaluate the condition for every table before the join, and the last
-- letters of other names are no month.
create or replace function meter.drop_months(parent text, before date) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog set lock_timeout = '2s' as $$
declare partition text;
begin
  if parent not in ('daily_reading', 'interval_day') then raise exception 'no table of readings: %', parent using errcode = '22023'; end if;
  select child.relname into partition from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = format('meter.%I', parent)::regclass
      and case when child.relname ~ '_[0-9]{4}_[0-9]{2}$'
        then to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 400) end
    order by 1 limit 1;
  if partition is null then return 0; end if;
  execute format('drop table meter.%I', partition);
  return 1;
end $$;
