import { describe, expect, it } from 'vitest'
import { addDays, type CalendarDate, calendarDate } from '../../kernel/calendar-date.ts'
import { addBankingDays, bankingDayFrom, firstTakenFrom, hourIn, isBankingDay, settlementDay } from './banking-days.ts'
import { dueDates, nextDraft, type RecurringDraft } from './due-drafts.ts'

const closedWeekdays = (year: number) =>
  Array.from({ length: 366 }, (_, day) => addDays(calendarDate(`${year}-01-01`), day)).filter(
    (date) => date.startsWith(String(year)) && !isBankingDay(date) && isBankingDayOfWeek(date),
  )
const isBankingDayOfWeek = (date: CalendarDate) => ![0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay())

describe('banking days', () => {
  it('closes on the holidays of the Federal Reserve, and not on the Friday before a Saturday', () => {
    expect(closedWeekdays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ])
    // Juneteenth and Christmas fall on a Saturday, Independence Day on a Sunday.
    expect(closedWeekdays(2027)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
    ])
    expect(closedWeekdays(2021)).not.toContain('2021-06-18')
    // Juneteenth is a holiday of banks since 2022.
    expect(isBankingDay(calendarDate('2020-06-19'))).toBe(true)
    expect(isBankingDay(calendarDate('2028-01-03'))).toBe(true)
  })

  it('counts banking days over a weekend and a holiday', () => {
    expect(bankingDayFrom(calendarDate('2026-11-26'))).toBe('2026-11-27')
    expect(bankingDayFrom(calendarDate('2027-07-03'))).toBe('2027-07-06')
    expect(addBankingDays(calendarDate('2026-11-25'), 3)).toBe('2026-12-01')
  })

  it('processes the closed days right before a banking day on that day', () => {
    expect(firstTakenFrom(calendarDate('2026-12-01'))).toBe('2026-12-01')
    expect(firstTakenFrom(calendarDate('2026-11-27'))).toBe('2026-11-26')
    expect(firstTakenFrom(calendarDate('2027-07-06'))).toBe('2027-07-03')
  })

  it('settles a day later after the cut-off hour or when banks are closed', () => {
    expect(settlementDay(calendarDate('2026-11-25'), 16, 17)).toBe('2026-11-27')
    expect(settlementDay(calendarDate('2026-11-25'), 17, 17)).toBe('2026-11-30')
    expect(settlementDay(calendarDate('2026-11-28'), 9, 17)).toBe('2026-12-01')
  })

  it('reads the hour in the zone of the cooperative on both nights of a clock change', () => {
    const hourAt = (instant: string) => hourIn('America/Chicago', new Date(instant))
    expect([hourAt('2027-03-14T07:59:00Z'), hourAt('2027-03-14T08:00:00Z')]).toEqual([1, 3])
    expect([hourAt('2026-11-01T06:30:00Z'), hourAt('2026-11-01T07:30:00Z')]).toEqual([1, 1])
    expect(hourAt('2026-11-21T06:00:00Z')).toBe(0)
  })
})

const draft: RecurringDraft = {
  type: 'DAY_OF_MONTH',
  day: 15,
  firstDate: calendarDate('2020-01-01'),
  billDates: [],
  readyOn: calendarDate('2020-01-01'),
}

/** The due dates that a run of one day takes up, which follows the run of the banking day before. */
function dueOn(changes: Partial<RecurringDraft>, to: string, from = to) {
  return dueDates({ ...draft, ...changes }, { from: calendarDate(from), to: calendarDate(to) })
}

describe('a draft that is due', () => {
  it('is taken on its day of the month', () => {
    expect(dueOn({}, '2026-12-15')).toEqual(['2026-12-15'])
    expect(dueOn({}, '2026-12-16')).toEqual([])
    expect(dueOn({}, '2026-12-14')).toEqual([])
  })

  it('is taken on the first banking day after a weekend or holiday', () => {
    expect(dueOn({ day: 26 }, '2026-11-27')).toEqual(['2026-11-26'])
    expect(dueOn({ day: 28 }, '2026-11-30', '2026-11-28')).toEqual(['2026-11-28'])
  })

  it('is taken by the next run when a run was missed', () => {
    expect(dueOn({}, '2026-12-17', '2026-12-15')).toEqual(['2026-12-15'])
    expect(dueOn({}, '2026-12-17')).toEqual([])
  })

  it.each([
    [28, '2027-02-28', '2027-03-01'],
    [29, '2027-02-28', '2027-03-01'],
    [31, '2027-02-28', '2027-03-01'],
    [29, '2028-02-29', '2028-02-29'],
    [30, '2028-02-29', '2028-02-29'],
    [31, '2027-04-30', '2027-04-30'],
    [30, '2027-04-30', '2027-04-30'],
  ])('on day %i of a shorter month is due on its last day, %s', (day, due, takenOn) => {
    expect(dueOn({ day }, takenOn, addDays(calendarDate(takenOn), -2))).toEqual([due])
  })

  it('does not take day 28 twice in a leap year', () => {
    expect(dueOn({ day: 28 }, '2028-02-28')).toEqual(['2028-02-28'])
    expect(dueOn({ day: 28 }, '2028-02-29')).toEqual([])
  })

  it('is taken at the end of each month', () => {
    expect(dueOn({ type: 'END_OF_MONTH', day: null }, '2028-02-29')).toEqual(['2028-02-29'])
    expect(dueOn({ type: 'END_OF_MONTH', day: null }, '2026-12-31')).toEqual(['2026-12-31'])
    expect(dueOn({ type: 'END_OF_MONTH', day: null }, '2026-12-30')).toEqual([])
  })

  it('is taken on the day of the bill, or days after it, even when the bill was imported late', () => {
    const billDates = [calendarDate('2026-12-01')]
    expect(dueOn({ type: 'WHEN_BILLED', billDates }, '2026-12-01')).toEqual(['2026-12-01'])
    expect(dueOn({ type: 'WHEN_BILLED', billDates }, '2026-12-03')).toEqual(['2026-12-01'])
    expect(dueOn({ type: 'DAYS_AFTER_BILLING', day: 20, billDates }, '2026-12-21')).toEqual(['2026-12-21'])
    expect(dueOn({ type: 'DAYS_AFTER_BILLING', day: 20, billDates }, '2026-12-18')).toEqual([])
    expect(dueOn({ type: 'DAYS_AFTER_BILLING', day: 20, billDates }, '2026-12-23')).toEqual(['2026-12-21'])
  })

  it('is not taken more than 14 days late, nor days after billing when their number is unknown', () => {
    const billDates = [calendarDate('2026-12-01')]
    expect(dueOn({ type: 'WHEN_BILLED', billDates }, '2026-12-15')).toEqual(['2026-12-01'])
    expect(dueOn({ type: 'WHEN_BILLED', billDates }, '2026-12-16')).toEqual([])
    expect(dueOn({ type: 'DAYS_AFTER_BILLING', day: null, billDates }, '2026-12-01')).toEqual([])
  })

  it('is not taken before its start, nor by the billing cycle of the cooperative', () => {
    expect(dueOn({ firstDate: calendarDate('2026-12-16') }, '2026-12-15')).toEqual([])
    expect(dueOn({ type: 'CYCLE', billDates: [calendarDate('2026-12-15')] }, '2026-12-15')).toEqual([])
    expect(dueOn({ type: 'CYCLE', day: 5, billDates: [calendarDate('2026-12-10')] }, '2026-12-15')).toEqual([])
  })

  it('waits for its prenote and keeps its due date', () => {
    const waiting = { readyOn: calendarDate('2026-12-18') }
    expect(dueOn(waiting, '2026-12-15')).toEqual([])
    expect(dueOn(waiting, '2026-12-18')).toEqual(['2026-12-15'])
    expect(dueOn(waiting, '2026-12-21', '2026-12-19')).toEqual([])
  })
})

describe('the next draft', () => {
  const next = (changes: Partial<RecurringDraft>, today: string) => {
    const found = nextDraft({ ...draft, ...changes }, calendarDate(today))
    return found && [found.dueDate, found.takenOn]
  }

  it('is taken on its day, today included, and after it on that of the next month', () => {
    expect(next({}, '2026-12-14')).toEqual(['2026-12-15', '2026-12-15'])
    expect(next({}, '2026-12-15')).toEqual(['2026-12-15', '2026-12-15'])
    expect(next({}, '2026-12-16')).toEqual(['2027-01-15', '2027-01-15'])
  })

  it('is still to come on a weekend whose Saturday was the due date', () => {
    expect(next({ day: 28 }, '2026-11-29')).toEqual(['2026-11-28', '2026-11-30'])
    expect(next({ day: 28 }, '2026-11-30')).toEqual(['2026-11-28', '2026-11-30'])
    expect(next({ day: 28 }, '2026-12-01')).toEqual(['2026-12-28', '2026-12-28'])
  })

  it('is found in the longest time between two due dates, and from a start far ahead', () => {
    expect(next({ day: 31 }, '2027-01-30')).toEqual(['2027-01-31', '2027-02-01'])
    expect(next({ type: 'END_OF_MONTH', day: null }, '2027-07-01')).toEqual(['2027-07-31', '2027-08-02'])
    expect(next({ firstDate: calendarDate('2027-05-16') }, '2026-12-01')).toEqual(['2027-06-15', '2027-06-15'])
  })

  it('follows the newest bill, and is unknown without one or by the cooperative’s own cycle', () => {
    const billDates = [calendarDate('2026-12-01')]
    expect(next({ type: 'DAYS_AFTER_BILLING', day: 20, billDates }, '2026-12-05')).toEqual(['2026-12-21', '2026-12-21'])
    expect(next({ type: 'DAYS_AFTER_BILLING', day: 20, billDates }, '2026-12-22')).toBeNull()
    expect(next({ type: 'WHEN_BILLED', day: null }, '2026-12-05')).toBeNull()
    expect(next({ type: 'CYCLE', day: null, billDates }, '2026-12-01')).toBeNull()
  })
})
