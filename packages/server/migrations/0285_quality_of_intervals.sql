-- owner: usage
-- The quality of each interval, for days with several: 0 actual, 1 keyed, 2 estimated; null: a gap. Null for a day of one quality,
-- which is its status. The status of a day with several is the highest of them.
alter table meter.interval_day add column qualities smallint[];

-- The qualities of a day after a later delivery, which counts where it has a value.
create function meter.merged_qualities(
  earlier_used integer[], earlier smallint[], earlier_status text, later_used integer[], later smallint[], later_status text
) returns smallint[] language sql immutable parallel safe set search_path = pg_catalog as $$
  select array_agg(case when later_value is not null
      then coalesce(later_quality, array_position(array['actual', 'keyed', 'estimated'], later_status)::smallint - 1::smallint)
    when earlier_value is not null
      then coalesce(earlier_quality, array_position(array['actual', 'keyed', 'estimated'], earlier_status)::smallint - 1::smallint)
    end::smallint order by place)
  from unnest(earlier_used, earlier, later_used, later) with ordinality
    as both_of (earlier_value, earlier_quality, later_value, later_quality, place)
$$;

-- The status of a day with these qualities; the given one when it has no value.
create function meter.status_of(qualities smallint[], otherwise text) returns text
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select coalesce((array['actual', 'keyed', 'estimated'])[(select max(quality) from unnest(qualities) as quality) + 1], otherwise)
$$;

-- The qualities to keep: none when all are the same.
create function meter.if_mixed(qualities smallint[]) returns smallint[]
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when (select min(quality) < max(quality) from unnest(qualities) as quality) then qualities end
$$;
