import { describe, expect, it } from 'vitest'
import type { ExplainedBill } from '../../usage/insights/bill-charges.ts'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { addCents, cents, zeroCents } from '../../kernel/money.ts'
import { planBills } from './plan-bills.ts'

const today = calendarDate('2026-11-20')
const facts = { settlementMonth: 6, startingDifference: zeroCents, isLeveled: false, today }
const months = ['11', '10', '09', '08', '07', '06', '05', '04', '03', '02', '01']

const bill = (billDate: string, amount: number, changes: Partial<ExplainedBill> = {}): ExplainedBill => ({
  billDate: calendarDate(billDate),
  start: null,
  end: null,
  amount: cents(amount),
  usageKwh: null,
  lateFee: zeroCents,
  lines: [],
  prepaid: null,
  ...changes,
})

/** Bills of $200 in December, $190 in November 2026, and so on down to $90 in January. */
const yearOf = (year: number, plus = 0) => [
  ...months.map((month, index) => bill(`${year}-${month}-13`, 19_000 - index * 1_000 + plus)),
  bill(`${year - 1}-12-13`, 20_000 + plus),
]
const line = (description: string, amount: number) => ({ description, quantity: null, unit: '', amount: cents(amount) })

describe('the next twelve bills', () => {
  it('repeat the last twelve at actual usage, a year later', () => {
    const plan = planBills(yearOf(2026), facts)
    expect(plan).toMatchObject({ from: '2025-12-13', to: '2026-11-13', years: 1, usesLeveledBills: false })
    expect(plan?.bills.map(({ billDate, standard }) => [billDate, standard]).slice(0, 3)).toEqual([
      ['2026-12-13', 20_000],
      ['2027-01-13', 9_000],
      ['2027-02-13', 10_000],
    ])
  })

  it('charge the mean of the latest twelve under Average Billing, and settle in the settlement month', () => {
    const bills = planBills(yearOf(2026), facts)?.bills ?? []
    // The last twelve add up to $1,740.00.
    expect(bills.map(({ average }) => average.amount)).toEqual([
      14_500,
      14_500,
      14_500,
      14_500,
      14_500,
      14_500,
      200_00 + 690_00 - 6 * 145_00,
      14_500,
      14_500,
      14_500,
      14_500,
      14_500,
    ])
    expect(bills.map(({ average }) => average.difference)).toEqual([
      5_500, 0, -4_500, -8_000, -10_500, -12_000, 0, 500, 2_000, 4_500, 8_000, 12_500,
    ])
    expect(bills.map(({ isSettlement }) => isSettlement).indexOf(true)).toBe(6)
  })

  it('charge whole dollars under Budget Billing', () => {
    const bills = planBills([bill('2026-11-13', 19_001), ...yearOf(2026).slice(1)], facts)?.bills ?? []
    expect(bills[0]?.budget).toEqual({ amount: 14_600, difference: 5_400 })
  })

  it('add up to actual usage with the difference that is left, to the cent', () => {
    const bills =
      planBills([...yearOf(2026, 7), ...yearOf(2025, 3_333)], { ...facts, startingDifference: cents(-777) })?.bills ??
      []
    const standard = addCents(cents(-777), ...bills.map((one) => one.standard))
    for (const name of ['average', 'budget'] as const)
      expect(addCents(...bills.map((one) => one[name].amount), bills.at(-1)?.[name].difference ?? zeroCents)).toBe(
        standard,
      )
  })

  it('are the mean of two years when there are 24 bills, and Average Billing follows the change', () => {
    const plan = planBills([...yearOf(2026), ...yearOf(2025, 2_400)], facts)
    expect(plan).toMatchObject({ years: 2, from: '2024-12-13' })
    expect(plan?.bills[0]).toMatchObject({ standard: 21_200, average: { amount: 14_600 }, budget: { amount: 15_700 } })
    expect(plan?.bills[1]).toMatchObject({ standard: 10_200, average: { amount: 14_700 } })
  })

  it('leave out late fees and leveling adjustments', () => {
    const leveled = bill('2026-11-13', 14_500, {
      lateFee: cents(250),
      lines: [line('Energy', 19_000), line('Average billing adjustment', -4_750), line('Late fee', 250)],
    })
    const plan = planBills([leveled, ...yearOf(2026).slice(1)], { ...facts, isLeveled: true })
    expect(plan?.bills.at(-1)?.standard).toBe(19_000)
    expect(plan?.usesLeveledBills).toBe(true)
  })

  it('carry the difference of the current plan into the settlement', () => {
    const bills =
      planBills(yearOf(2026), { ...facts, settlementMonth: 12, startingDifference: cents(3_000) })?.bills ?? []
    expect(bills[0]).toMatchObject({ isSettlement: true, average: { amount: 23_000, difference: 0 } })
  })

  it('settle in the next bill when none falls in the settlement month', () => {
    const dates = [
      '2026-10-30',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-07-01',
      '2026-06-01',
      '2026-05-01',
      '2026-04-01',
      '2026-03-02',
      '2026-01-31',
      '2025-12-31',
      '2025-12-01',
    ]
    const bills =
      planBills(
        dates.map((date) => bill(date, 10_000)),
        { ...facts, settlementMonth: 2 },
      )?.bills ?? []
    expect(bills.filter(({ isSettlement }) => isSettlement).map(({ billDate }) => billDate)).toEqual(['2027-03-02'])
  })

  it('fall on February 28 after a bill of February 29', () => {
    const dates = Array.from({ length: 12 }, (_, age) => addDays(calendarDate('2028-02-29'), -age * 30))
    const plan = planBills(
      dates.map((date) => bill(date, 10_000)),
      { ...facts, today: calendarDate('2028-03-10') },
    )
    expect(plan?.bills.at(-1)?.billDate).toBe('2029-02-28')
  })
})

describe('bills in a row', () => {
  const spaced = (days: number, count = 12) =>
    Array.from({ length: count }, (_, age) => bill(addDays(today, -age * days), 10_000))

  it('are 20 to 45 days apart, and the newest is at most 70 days old', () => {
    expect([19, 20, 45, 46].map((days) => planBills(spaced(days), facts) !== null)).toEqual([false, true, true, false])
    const newestOf = (age: number) => spaced(30).map((one) => ({ ...one, billDate: addDays(one.billDate, -age) }))
    expect([70, 71].map((age) => planBills(newestOf(age), facts) !== null)).toEqual([true, false])
  })

  it('count for two years from 24 on, the newest 24 of more', () => {
    expect([23, 24, 36].map((count) => planBills(spaced(30, count), facts)?.years)).toEqual([1, 2, 2])
    expect(planBills(spaced(30, 36), facts)?.from).toBe(addDays(today, -23 * 30))
  })

  it('leave out adjustments only where actual usage is itemized', () => {
    const itemized = yearOf(2026).map((one) => ({ ...one, lines: [line('Energy', one.amount)] }))
    expect(planBills(itemized, { ...facts, isLeveled: true })?.usesLeveledBills).toBe(false)
    expect(planBills(yearOf(2026), { ...facts, isLeveled: true })?.usesLeveledBills).toBe(true)
  })
})

describe('no plan', () => {
  it.each([
    ['with eleven bills', yearOf(2026).slice(0, 11)],
    ['with a month missing', yearOf(2026).toSpliced(4, 1)],
    [
      'for a prepaid account',
      yearOf(2026).map((one) => ({ ...one, prepaid: { usage: one.amount, charges: zeroCents, taxes: zeroCents } })),
    ],
    [
      'without a bill for more than 70 days',
      yearOf(2026).map((one) => ({ ...one, billDate: addDays(one.billDate, -64) })),
    ],
    ['without bills', []],
  ])('%s', (_, bills) => {
    expect(planBills(bills, facts)).toBeNull()
  })
})
