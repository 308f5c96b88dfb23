import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { isArrangementOverdue } from './is-arrangement-overdue.ts'

test('a payment that was due yesterday is overdue; one that is due today or tomorrow is not [AO-48]', () => {
  const today = calendarDate('2027-03-01')
  expect(isArrangementOverdue(calendarDate('2027-02-28'), today)).toBe(true)
  expect(isArrangementOverdue(today, today)).toBe(false)
  expect(isArrangementOverdue(calendarDate('2027-03-02'), today)).toBe(false)
})
