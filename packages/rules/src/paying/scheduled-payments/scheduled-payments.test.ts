import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { checkScheduleDate, isScheduleProblem, type ScheduleProblem, scheduleDates } from './check-schedule.ts'
import { formatScheduleDate, scheduleMessage } from './scheduled-payments.messages.ts'

const today = calendarDate('2028-02-28')
const saidOf = (date: string) => {
  const problem = checkScheduleDate(date, today)
  return problem && scheduleMessage(problem, 'en')
}

describe('the day of a scheduled payment', () => {
  it('is tomorrow at the earliest and 365 days ahead at the latest', () => {
    expect(saidOf('2028-02-28')).toBe('Choose 02/29/2028 or a later date.')
    expect(saidOf('2028-02-29')).toBeNull()
    expect(saidOf('2029-02-27')).toBeNull()
    expect(saidOf('2029-02-28')).toBe('Choose 02/27/2029 or an earlier date.')
    expect(saidOf('2028-02-30')).toBe('Enter a payment date.')
  })

  it('is offered from tomorrow to 365 days ahead', () => {
    expect(scheduleDates(today)).toEqual({ earliest: '2028-02-29', latest: '2029-02-27' })
  })

  it('has four problems of its own, and no others', () => {
    const limit = calendarDate('2028-02-29')
    const own: readonly ScheduleProblem[] = [
      { code: 'date-missing' },
      { code: 'method-missing' },
      { code: 'date-too-early', limit },
      { code: 'date-too-late', limit },
    ]
    expect(own.filter(isScheduleProblem)).toEqual(own)
    expect(['', 'amount-missing'].filter((code) => isScheduleProblem({ code }))).toEqual([])
  })

  it('reads as dd-MMM-yyyy [SP-08]', () => {
    expect(formatScheduleDate(calendarDate('2025-01-05'), 'en')).toBe('05-Jan-2025')
    expect(formatScheduleDate(calendarDate('2028-12-31'), 'es')).toBe('31-dic-2028')
  })
})
