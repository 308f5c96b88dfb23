import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import type { ExplainedBill } from './bill-charges.ts'
import { comparedBills, fitBills, nearestPrice, periodWeather } from './compared-bills.ts'

const bill = (billDate: string, changes: Partial<ExplainedBill> = {}): ExplainedBill => ({
  billDate: calendarDate(billDate),
  start: addDays(calendarDate(billDate), -30),
  end: addDays(calendarDate(billDate), -1),
  amount: cents(1_000),
  usageKwh: null,
  lateFee: cents(0),
  lines: [],
  prepaid: null,
  ...changes,
})

describe('comparing bills', () => {
  it('finds the previous bill and the one closest to a year earlier, in any input order', () => {
    const bills = ['2025-11-25', '2026-10-13', '2025-11-12', '2026-11-13', '2026-09-12', '2026-12-14'].map((day) =>
      bill(day),
    )
    const days = (billDate: string) => {
      const found = comparedBills(bills, calendarDate(billDate))
      return [found.bill?.billDate, found.previous?.billDate, found.yearAgo?.billDate]
    }
    expect(days('2026-11-13')).toEqual(['2026-11-13', '2026-10-13', '2025-11-12'])
    expect(days('2025-11-12')).toEqual(['2025-11-12', undefined, undefined])
    expect(days('2026-11-14')).toEqual([undefined, '2026-11-13', '2025-11-12'])
  })
})

describe('weather of a period', () => {
  const from = calendarDate('2026-01-01')
  const days = (count: number) => new Map(Array.from({ length: count }, (_, index) => [addDays(from, index), 60]))

  it('fills in up to a tenth of missing days with the average', () => {
    const to = addDays(from, 29)
    expect(periodWeather(days(30), from, to)).toEqual({ heating: 150, cooling: 0 })
    expect(periodWeather(days(27), from, to)).toEqual({ heating: 150, cooling: 0 })
    expect(periodWeather(days(26), from, to)).toBeNull()
  })

  it('returns null for a missing period and for one that ends before it starts or lasts for years', () => {
    expect(periodWeather(days(30), null, from)).toBeNull()
    expect(periodWeather(days(30), from, null)).toBeNull()
    expect(periodWeather(days(30), from, from)).toEqual({ heating: 5, cooling: 0 })
    expect(periodWeather(days(1_000), from, addDays(from, 999))).toEqual({ heating: 5_000, cooling: 0 })
    expect(periodWeather(days(1_001), from, addDays(from, 1_000))).toBeNull()
    expect(periodWeather(days(30), addDays(from, 2), from)).toBeNull()
    expect(periodWeather(days(2_000), from, addDays(from, 1_500))).toBeNull()
  })
})

describe('fitting an account’s own bills', () => {
  it('finds the kWh per degree day', () => {
    const last = calendarDate('2026-11-13')
    const temperatures = new Map(
      Array.from(
        { length: 400 },
        (_, index) => [addDays(last, -index), 65 - (Math.floor(index / 30) % 7) * 5] as const,
      ),
    )
    const bills = Array.from({ length: 12 }, (_, age) => {
      const one = bill(addDays(last, -30 * age))
      const heating = periodWeather(temperatures, one.start, one.end)?.heating ?? 0
      return { ...one, usageKwh: 300 + 1.5 * heating }
    })
    const fit = fitBills(bills, ({ start, end }) => periodWeather(temperatures, start, end))
    expect(fit?.points).toBe(12)
    expect(fit?.heating).toBeCloseTo(1.5, 6)
    expect(fitBills(bills, () => null)).toBeNull()
    const weatherOf = () => ({ heating: 1, cooling: 1 })
    for (const unknown of [{ start: null }, { end: null }, { usageKwh: null }])
      expect(
        fitBills([...bills, { ...bill('2026-11-13'), usageKwh: 1, ...unknown }], (one) =>
          one.usageKwh === null || one.start === null || one.end === null
            ? weatherOf()
            : periodWeather(temperatures, one.start, one.end),
        )?.points,
      ).toBe(12)
  })

  it('finds the price on the nearest itemized bill', () => {
    const energy = (amount: number) => [{ description: 'Energy', quantity: 100, unit: 'kWh', amount: cents(amount) }]
    const bills = [
      bill('2026-11-13'),
      bill('2026-10-13', { lines: energy(1_200) }),
      bill('2026-08-13', { lines: energy(1_000) }),
    ]
    expect(nearestPrice(bills, calendarDate('2026-11-13'))).toBe(12)
    expect(nearestPrice(bills, calendarDate('2026-07-13'))).toBe(10)
    expect(nearestPrice([bill('2026-11-13')], calendarDate('2026-11-13'))).toBeNull()
    const unused = [{ description: 'Energy', quantity: 0, unit: 'kWh', amount: cents(500) }]
    expect(nearestPrice([bill('2026-11-13', { lines: unused }), ...bills], calendarDate('2026-11-13'))).toBe(12)
  })
})
