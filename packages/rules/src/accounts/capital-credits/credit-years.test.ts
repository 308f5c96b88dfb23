import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type CreditEntry, groupByYear } from './credit-years.ts'

const entry = (kind: CreditEntry['kind'], year: number, amount: number): CreditEntry => ({
  kind,
  year,
  postedOn: calendarDate('2026-05-01'),
  amount: cents(amount),
})

test('adds up what was allocated and paid out of each year, and keeps the order', () => {
  const entries = [entry('allocation', 2025, 8_240), entry('retirement', 2004, 1_864), entry('allocation', 2004, 5_000)]
  entries.push(entry('retirement', 2004, 136))
  expect(groupByYear(entries).map(({ entries: own, ...year }) => ({ ...year, count: own.length }))).toEqual([
    { year: 2025, allocated: 8_240, retired: 0, count: 1 },
    { year: 2004, allocated: 5_000, retired: 2_000, count: 3 },
  ])
  expect(groupByYear([])).toEqual([])
})
