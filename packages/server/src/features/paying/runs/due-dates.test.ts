import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { dueDates, type RecurringDraft } from '@coopline/rules/paying/runs/due-drafts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../testing/test-database.ts'

const database = useTestDatabase()
beforeEach(async () => void (await database.runScript(calendar)))

interface Case extends RecurringDraft {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

const start = calendarDate('2026-02-01')
/** Draws a day that is `least` to `most` days after the start. The cases span three years, with February 29, 2028. */
const dayFrom = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((days) => addDays(start, days))

const cases: fc.Arbitrary<Case> = fc
  .record({
    type: fc.constantFrom('DAY_OF_MONTH', 'END_OF_MONTH', 'WHEN_BILLED', 'DAYS_AFTER_BILLING', 'CYCLE' as const),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    daysAfter: fc.integer({ min: 1, max: 28 }),
    to: dayFrom(60, 1_100),
    covered: fc.integer({ min: 0, max: 14 }),
    started: fc.integer({ min: 0, max: 40 }),
    waits: fc.integer({ min: -20, max: 10 }),
    billed: fc.array(fc.integer({ min: 0, max: 45 }), { maxLength: 3 }),
  })
  .map(({ type, dayOfMonth, daysAfter, to, covered, started, waits, billed }) => ({
    type,
    day: type === 'DAY_OF_MONTH' ? dayOfMonth : type === 'DAYS_AFTER_BILLING' ? daysAfter : null,
    to,
    from: addDays(to, -covered),
    firstDate: addDays(to, -started),
    readyOn: addDays(to, waits),
    billDates: billed.map((days) => addDays(to, -days)),
  }))

/** The next banking day for each day, computed in PostgreSQL. Holidays are found by their week of the month. */
const calendar = `
  create table pay.taken as
  with fixed (day) as (values ('01-01'), ('06-19'), ('07-04'), ('11-11'), ('12-25')),
  calendar as (
    select day::date, extract(isodow from day) as weekday, extract(month from day) as month,
      ceil(extract(day from day) / 7.0) as week
    from generate_series('2025-12-01'::date, '2029-12-31'::date, '1 day') as day),
  banking as (
    select day, not (weekday > 5
      or to_char(day, 'MM-DD') in (select day from fixed)
      or (weekday = 1 and to_char(day - 1, 'MM-DD') in (select day from fixed))
      or (weekday = 1 and (month, week) in ((1, 3), (2, 3), (9, 1), (10, 2)))
      or (weekday = 1 and month = 5 and extract(month from day + 7) = 6)
      or (weekday = 4 and (month, week) = (11, 4))) as is_open
    from calendar),
  taken as (
    select day, min(case when is_open then day end) over (order by day rows between current row and unbounded following) as on_day
    from banking)
  select * from taken;
  create unique index taken_day on pay.taken (day);
  analyze pay.taken;
  grant select on pay.taken to public`

/** A second implementation of the due date rule. */
const inSql = (given: readonly Case[]) => sql<{ n: number; due: readonly CalendarDate[] }>`
  with given as (
    select * from json_to_recordset(${JSON.stringify(given.map((one, n) => ({ n, ...one })))}::json) as given
      (n integer, type text, day integer, "from" date, "to" date, "firstDate" date, "readyOn" date, "billDates" date[]))
  select given.n, array(
    select due.day::text from pay.taken as due
    join pay.taken as taken on taken.day = greatest(due.day, given."readyOn")
    cross join lateral (
      select date_trunc('month', due.day)::date as first_day, (date_trunc('month', due.day) + '1 month - 1 day')::date as last_day) as month
    where due.day between given."to" - 14 and given."to" and due.day >= given."firstDate" and taken.on_day <= given."to"
      and case given.type
        when 'END_OF_MONTH' then due.day = month.last_day and taken.on_day >= given."from"
        when 'DAY_OF_MONTH' then due.day = least(month.first_day + given.day - 1, month.last_day) and taken.on_day >= given."from"
        when 'WHEN_BILLED' then due.day = any(given."billDates")
        when 'DAYS_AFTER_BILLING' then due.day - given.day = any(given."billDates")
        else false end
    order by due.day) as due
  from given order by given.n`

it('matches a second implementation in SQL for the due dates of 10,000 drafts of every type, including holidays, month ends and February 29 [REL-14]', async () => {
  const given = fc.sample(cases, { numRuns: 10_000, seed: 14 })
  const found = given.map((one) => dueDates(one, one))
  // Each part is within the portal's limit for a statement.
  for (let from = 0; from < given.length; from += 1_000) {
    const { rows } = await inSql(given.slice(from, from + 1_000)).execute(database.db)
    expect(rows.map(({ due }) => due)).toEqual(found.slice(from, from + 1_000))
  }
  const taken = found.flat()
  expect(taken.length).toBeGreaterThan(1_000)
  for (const day of ['2028-02-29', '2027-02-28', '2026-12-31']) expect(taken).toContain(day)
})
