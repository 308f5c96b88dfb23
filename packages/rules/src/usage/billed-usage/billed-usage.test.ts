import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { billedUsage } from './billed-usage.ts'

const bill = (billDate: string, usageKwh: number | null, start: string | null = null) => ({
  billDate: calendarDate(billDate),
  statementStartDate: start === null ? null : calendarDate(start),
  usageKwh,
})

test('the last period is compared with the previous one and the same one a year ago, in whole percent', () => {
  const bills = [
    bill('2026-03-05', 930, '2026-02-05'),
    bill('2026-02-05', 1_000),
    bill('2025-04-05', 500),
    bill('2025-03-04', 744),
    bill('2025-02-05', 1),
  ]
  expect(billedUsage(bills.toReversed())).toEqual({
    from: '2026-02-05',
    to: '2026-03-05',
    usageKwh: 930,
    before: { billDate: '2026-02-05', usageKwh: 1_000, changePercent: -7 },
    yearAgo: { billDate: '2025-03-04', usageKwh: 744, changePercent: 25 },
  })
})

test('a bill within 20 days of a year ago counts as that of a year ago, one 21 days away does not', () => {
  const last = bill('2026-03-05', 10)
  expect(billedUsage([last, bill('2025-03-25', 5)])?.yearAgo?.usageKwh).toBe(5)
  expect(billedUsage([last, bill('2025-02-13', 5)])?.yearAgo?.usageKwh).toBe(5)
  expect(billedUsage([last, bill('2025-03-26', 5)])?.yearAgo).toBeNull()
  expect(billedUsage([last, bill('2025-02-12', 5)])?.yearAgo).toBeNull()
})

test('the first bill compares with nothing, and with a period without usage there is no per cent', () => {
  expect(billedUsage([bill('2026-03-05', 12)])).toEqual({
    from: null,
    to: '2026-03-05',
    usageKwh: 12,
    before: null,
    yearAgo: null,
  })
  expect(billedUsage([bill('2026-03-05', 12), bill('2026-02-05', 0)])?.before?.changePercent).toBeNull()
})

test('a decrease of less than half a percent is 0, not -0', () => {
  expect(billedUsage([bill('2026-03-05', 999), bill('2026-02-05', 1_000)])?.before?.changePercent).toBe(0)
})

test('bills without usage do not count, and without any there is nothing to show', () => {
  expect(billedUsage([])).toBeNull()
  expect(billedUsage([bill('2026-03-05', null), bill('2026-02-05', null)])).toBeNull()
  expect(billedUsage([bill('2026-03-05', null), bill('2026-02-05', 7)])?.to).toBe('2026-02-05')
})

test('the last bill with usage is shown for any list of bills', () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 10, max: 28 }), fc.option(fc.nat(5_000))), { maxLength: 20 })
  fc.assert(
    fc.property(days, (rows) => {
      const bills = rows.map(([day, kwh]) => bill(`2026-01-${day}`, kwh))
      const dates = bills.flatMap(({ billDate, usageKwh }) => (usageKwh === null ? [] : [billDate]))
      expect(billedUsage(bills)?.to ?? null).toBe(dates.toSorted().at(-1) ?? null)
    }),
  )
})
