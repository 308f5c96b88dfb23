import { describe, expect, it } from 'vitest'
import { findUndistributed } from '../../testing/find-undistributed.ts'

describe('statements on distributed tables', () => {
  it.each([
    'select * from "meter"."daily_reading" where "account_number" = $1 and "day" >= $2',
    'select * from meter.daily_reading as d where d.account_number = any($1::text[]) order by day',
    'select * from meter.daily_reading as d where $1 = d.account_number and (day = $2 or day = $3)',
    `select * from meter.daily_reading as d where d.account_number = $1 and exists (
      select from meter.interval_day as i where i.account_number = $1 and i.day = d.day)`,
    `select * from meter.daily_reading as d join meter.interval_day as i on i.account_number = d.account_number
      where d.account_number = $1`,
    `with given as (select * from unnest($1::text[], $2::date[]) as row (account_number, day))
      select * from given join meter.daily_reading as old using (account_number, day)`,
    `with given as (select * from unnest($1::text[]) as row (account_number))
      update meter.daily_reading as old set used = 1 from given where old.account_number = given.account_number`,
    'delete from meter.interval_day where account_number = $1',
    'insert into meter.interval_day (account_number, day) select * from unnest($1::text[], $2::date[])',
    'select * from cis.meter join cis.account using (account_number)',
  ])('takes %s', async (statement) => {
    expect(await findUndistributed(statement)).toEqual([])
  })

  it.each([
    ['select * from meter.daily_reading where day = $1', 'meter.daily_reading without its column'],
    ['select * from meter.daily_reading where account_number > $1', 'meter.daily_reading without its column'],
    [
      'select * from meter.daily_reading where account_number = $1 or day = $2',
      'meter.daily_reading without its column',
    ],
    ['select * from meter.daily_reading where account_number <> all($1)', 'meter.daily_reading without its column'],
    ['select count(*) from "meter"."daily_reading_2026_11"', 'meter.daily_reading_2026_11 without its column'],
    [
      'select * from meter.daily_reading as d where d.account_number = $1 and exists (select from meter.interval_day as i where i.account_number = d.account_number)',
      'meter.interval_day without its column',
    ],
    [
      'select * from meter.daily_reading d join meter.interval_day i on i.account_number = d.account_number',
      'meter.daily_reading without its column, meter.interval_day without its column',
    ],
    [
      'select day from meter.daily_reading where account_number = $1 union all select day from meter.interval_day',
      'meter.interval_day without its column',
    ],
    ['update meter.daily_reading set used = 1 where day = $1', 'meter.daily_reading without its column'],
    ['delete from meter.interval_day', 'meter.interval_day without its column'],
    ['insert into meter.interval_day (day) values ($1)', 'meter.interval_day is written without account_number'],
    [
      'select * from meter.daily_reading d join cis.meter m on m.account_number = d.account_number where d.account_number = $1',
      'cis.meter beside a distributed table',
    ],
    [
      'select (select max(day) from meter.daily_reading d where d.account_number = a.account_number) from portal.usage_alert a',
      'meter.daily_reading without its column, portal.usage_alert beside a distributed table',
    ],
  ])('finds in %s: %s', async (statement, faults) => {
    expect((await findUndistributed(statement)).join(', ')).toBe(faults)
  })
})
