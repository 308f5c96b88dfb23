import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import type { ExplainedBill } from './bill-charges.ts'
import { billedUse, projectBill } from './projected-bill.ts'

const newest = calendarDate('2026-11-01')

/** 30-day bills, newest first, with `kwhOf` for each day at 10¢, a $20.00 service charge and 5% tax on both. */
function history(count: number, kwhOf: (daysAgo: number) => number, more: Partial<ExplainedBill> = {}) {
  const use = new Map(
    Array.from({ length: 800 }, (_, ago) => [addDays(newest, 14 - ago), kwhOf(ago - 14) * 1_000] as const),
  )
  const bills = Array.from({ length: count }, (_, age): ExplainedBill => {
    const billDate = addDays(newest, -30 * age)
    const [start, end] = [addDays(billDate, -30), addDays(billDate, -1)]
    let kwh = 0
    for (let day = start; day <= end; day = addDays(day, 1)) kwh += (use.get(day) ?? 0) / 1_000
    const energy = Math.round(kwh * 10)
    const tax = Math.round((energy + 2_000) * 0.05)
    const plain = { quantity: null, unit: '' }
    return {
      billDate,
      start,
      end,
      amount: cents(energy + 2_000 + tax),
      usageKwh: kwh,
      lateFee: cents(0),
      lines: [
        { description: 'Service charge', ...plain, amount: cents(2_000) },
        { description: 'Energy', quantity: kwh, unit: 'kWh', amount: cents(energy) },
        { description: 'Taxes', ...plain, amount: cents(tax) },
      ],
      prepaid: null,
      ...more,
    }
  })
  return { bills, use }
}

describe('what a bill counts', () => {
  const { bills, use } = history(3, () => 5)
  const delivered = new Map([...use].map(([day, net]) => [day, net + 25_000]))

  it('is what was delivered less what was sent to the grid where the bills of a solar member say so', () => {
    expect(billedUse(bills, { used: delivered, net: use })).toBe(use)
  })

  it('is what was delivered where the bills count that, or no meter measures more', () => {
    const sent = new Map([...use].map(([day, used]) => [day, used - 3_000]))
    expect(billedUse(bills, { used: use, net: sent })).toBe(use)
    expect(billedUse(bills, { used: delivered, net: null })).toBe(delivered)
  })
})

describe('projecting a bill', () => {
  it('prices usage so far and the rest of the period at the last bill’s rates', () => {
    const { bills, use } = history(13, () => 20)
    const projected = projectBill(bills, use, addDays(newest, 9))
    // 600 kWh cost $60.00, plus $20.00 service charge and 5% tax.
    expect(projected).toEqual({
      from: newest,
      to: addDays(newest, 29),
      daysRead: 10,
      usedSoFar: 200_000,
      used: 600_000,
      amount: 8_400,
      low: 8_400,
      high: 8_400,
      triedOn: 12,
      medianError: 0,
      band: 0,
    })
  })

  it('uses its error on past bills as the band', () => {
    // Usage changes every nine days, so last year's same days differ.
    const { bills, use } = history(13, (ago) => (Math.floor(ago / 9) % 2 === 0 ? 10 : 30))
    const projected = projectBill(bills, use, addDays(newest, 9))
    expect(projected?.band).toBeGreaterThan(0.02)
    expect(projected?.band).toBeLessThan(1)
    expect(projected?.medianError).toBeLessThanOrEqual(projected?.band ?? 0)
    expect((projected?.high ?? 0) - (projected?.amount ?? 0)).toBe((projected?.amount ?? 0) - (projected?.low ?? 0))
  })

  it('follows last year’s season', () => {
    // A year ago, usage was four times as high in the last 20 days of this period.
    const { bills, use } = history(20, (ago) => (ago >= 335 && ago <= 354 ? 40 : 10))
    expect(projectBill(bills, use, addDays(newest, 9))?.used).toBe(10 * 10_000 + 20 * 40_000)
  })

  it('scales last year’s days by how this period compares so far, to half and twice at most', () => {
    const usedAt = (kwh: number) => {
      const { bills, use } = history(13, (ago) => (ago <= 0 ? kwh : 10))
      return projectBill(bills, use, addDays(newest, 9))?.used
    }
    expect([15, 30, 2].map(usedAt)).toEqual([150_000 + 300_000, 300_000 + 400_000, 20_000 + 100_000])
  })

  it('does not project late fees, nor count them as an error', () => {
    const { bills, use } = history(13, () => 20)
    const late = bills.map((bill) => ({
      ...bill,
      amount: cents(bill.amount + 500),
      lateFee: cents(500),
      lines: [...bill.lines, { description: 'Late fee', quantity: null, unit: '', amount: cents(500) }],
    }))
    expect(projectBill(late, use, addDays(newest, 9))).toMatchObject({ amount: 8_400, band: 0 })
  })

  it('averages this period where last year’s readings are missing', () => {
    const { bills, use } = history(13, () => 20)
    const recent = new Map([...use].filter(([day]) => day >= addDays(newest, -330)))
    expect(projectBill(bills, recent, addDays(newest, 9))).toMatchObject({ usedSoFar: 200_000, used: 600_000 })
  })

  it('projects until five days after the usual end of the period', () => {
    const { bills, use } = history(13, () => 20)
    const later = new Map([...use, ...Array.from({ length: 30 }, (_, n) => [addDays(newest, 15 + n), 20_000] as const)])
    expect(projectBill(bills, later, addDays(newest, 29))).toMatchObject({ to: addDays(newest, 29), used: 600_000 })
    expect(projectBill(bills, later, addDays(newest, 34))).toMatchObject({ to: addDays(newest, 34), used: 700_000 })
    expect(projectBill(bills, later, addDays(newest, 35))).toBeNull()
  })

  it('leaves bills without a period and credits out of its tests', () => {
    const { bills, use } = history(13, () => 20)
    const odd = bills.map((bill, age) =>
      age === 3 ? { ...bill, start: null } : age === 5 ? { ...bill, amount: cents(0) } : bill,
    )
    expect(projectBill(odd, use, addDays(newest, 9))).toMatchObject({ amount: 8_400, triedOn: 10, band: 0 })
  })

  it('returns null in the first days, long after the period, with few bills, for leveled bills and without lines', () => {
    const { bills, use } = history(13, () => 20)
    expect(projectBill(bills, use, addDays(newest, 3))).toBeNull()
    expect(projectBill(bills, use, addDays(newest, 4))).not.toBeNull()
    expect(projectBill(bills, use, addDays(newest, 60))).toBeNull()
    expect(projectBill(bills.slice(0, 4), use, addDays(newest, 9))).toBeNull()
    expect(projectBill(bills.slice(0, 5), use, addDays(newest, 9))).toMatchObject({ triedOn: 4 })
    expect(projectBill(history(16, () => 20).bills, use, addDays(newest, 9))).toMatchObject({ triedOn: 12 })
    const withoutEnd = bills.map((bill, age) => (age === 0 ? { ...bill, end: null } : bill))
    expect(projectBill(withoutEnd, use, addDays(newest, 9))).toBeNull()
    expect(projectBill([], use, newest)).toBeNull()
    const level = bills.map((bill) => ({
      ...bill,
      lines: [
        ...bill.lines,
        { description: 'Budget billing adjustment', quantity: null, unit: '', amount: cents(100) },
      ],
    }))
    expect(projectBill(level, use, addDays(newest, 9))).toBeNull()
    expect(projectBill(history(13, () => 20, { lines: [] }).bills, use, addDays(newest, 9))).toBeNull()
  })
})
