import { expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { checkUsageAlerts, usageAlertMessage } from './usage-alerts.ts'

const today = calendarDate('2026-11-20')
const codes = (changes: Partial<Parameters<typeof checkUsageAlerts>[0]>) =>
  checkUsageAlerts({ dailyKwh: null, projectedBillCents: null, snoozedUntil: null, ...changes }, today).map(
    ({ code }) => code,
  )

it('accepts limits from 1, snoozes of up to 90 days, and no settings at all', () => {
  expect(codes({})).toEqual([])
  expect(codes({ dailyKwh: 1, projectedBillCents: 1, snoozedUntil: today })).toEqual([])
  expect(codes({ dailyKwh: 100_000, projectedBillCents: 10_000_000, snoozedUntil: addDays(today, 90) })).toEqual([])
})

it('refuses zero, fractional and huge limits, and snoozes that have ended or exceed 90 days', () => {
  for (const limit of [0, -1, 1.5, 10_000_001, Number.NaN])
    expect(codes({ dailyKwh: limit, projectedBillCents: limit })).toEqual(['daily-limit', 'bill-limit'])
  expect(codes({ dailyKwh: 100_001, projectedBillCents: 100_001 })).toEqual(['daily-limit'])
  expect(codes({ snoozedUntil: addDays(today, -1) })).toEqual(['snooze-range'])
  expect(codes({ snoozedUntil: addDays(today, 91) })).toEqual(['snooze-range'])
})

it('has a message for each problem in both languages', () => {
  expect(usageAlertMessage('daily-limit', 'en')).toContain('100,000 kWh')
  expect(usageAlertMessage('bill-limit', 'es')).toContain('$100,000.00')
})
