import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { checkUsageRange, usualUsageRange } from './check-usage-range.ts'
import { usageRangeMessage } from './usage-range.messages.ts'

const today = calendarDate('2026-11-20')
const saidOf = (fromDate: string, toDate: string, hasMdm = true) =>
  checkUsageRange({ fromDate, toDate }, { today, hasMdm }).map(
    (problem) => `${problem.field}: ${usageRangeMessage(problem, 'en')}`,
  )

describe('usage dates', () => {
  it('requires the start date [US-47]', () => {
    expect(saidOf('', '2026-11-20')).toEqual(['fromDate: Date is required.'])
    expect(saidOf('2026-02-30', '2026-11-20')).toEqual(['fromDate: Date is required.'])
  })

  it('requires the end date [US-48]', () => {
    expect(saidOf('2026-11-01', '')).toEqual(['toDate: Date is required.'])
    expect(saidOf('', '')).toEqual(['fromDate: Date is required.', 'toDate: Date is required.'])
  })

  it('refuses dates before 1990-01-01 and accepts that day itself [US-49]', () => {
    expect(saidOf('1989-12-31', '2026-11-20')).toEqual(['fromDate: Choose a later date.'])
    expect(saidOf('1989-12-30', '1989-12-31')).toEqual([
      'fromDate: Choose a later date.',
      'toDate: Choose a later date.',
    ])
    expect(saidOf('1990-01-01', '1990-01-01', false)).toEqual([])
  })

  it('refuses an end date after today [US-50]', () => {
    expect(saidOf('2026-11-01', '2026-11-21')).toEqual(['toDate: Invalid date range.'])
    expect(saidOf('2026-11-01', '2026-11-21', false)).toEqual(['toDate: Invalid date range.'])
    expect(saidOf('2026-11-01', '2026-11-20')).toEqual([])
  })

  it('refuses an end date before the start date and accepts a single day [US-51]', () => {
    expect(saidOf('2026-11-10', '2026-11-09')).toEqual(['toDate: Invalid date range.'])
    expect(saidOf('2026-11-10', '2026-11-10')).toEqual([])
  })

  it('refuses more than 180 days while MDM is on and accepts exactly 180 [US-52]', () => {
    const from = addDays(today, -180)
    expect(saidOf(from, today)).toEqual([])
    expect(saidOf(addDays(from, -1), today)).toEqual(['toDate: The search date range should not exceed 180 days.'])
    expect(saidOf(addDays(from, -1), today, false)).toEqual([])
  })

  it('refuses a start more than 180 days before today while MDM is on [US-53]', () => {
    const from = addDays(today, -181)
    expect(saidOf(from, addDays(from, 10))).toEqual([
      'fromDate: The start date should be within 180 days before today.',
    ])
    expect(saidOf(addDays(from, 1), addDays(from, 10))).toEqual([])
    expect(saidOf(from, addDays(from, 10), false)).toEqual([])
  })

  it('checks 1990 before the range, the range before 180 days, and its length before its start', () => {
    expect(saidOf('1989-12-31', '2026-11-21')).toEqual(['fromDate: Choose a later date.'])
    expect(saidOf('2020-01-01', '2026-11-21')).toEqual(['toDate: Invalid date range.'])
    expect(saidOf('2020-01-01', '2026-11-20')).toEqual(['toDate: The search date range should not exceed 180 days.'])
  })

  it('defaults to the 30 days that end today', () => {
    expect(usualUsageRange(today)).toEqual({ fromDate: '2026-10-22', toDate: '2026-11-20' })
  })

  it('has every message in Spanish', () => {
    for (const code of [
      'date-missing',
      'date-too-early',
      'range-invalid',
      'range-too-long',
      'start-too-early',
    ] as const)
      expect(usageRangeMessage({ code }, 'es')).not.toBe(usageRangeMessage({ code }, 'en'))
  })
})
