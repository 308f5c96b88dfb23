import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type ArrangementLimits, arrangementChoices } from './arrangement-choices.ts'
import { arrangementMessage } from './arrangement.messages.ts'
import { type ArrangementCandidate, checkArrangement, checkChoice, nextArrangementOn } from './check-arrangement.ts'

const today = calendarDate('2026-11-20')
const limits: ArrangementLimits = {
  extensionDays: 14,
  maxInstallments: 3,
  installmentDays: 90,
  downPaymentPercent: 25,
  monthsBetween: 12,
}
const choices = (debt: number, changes: Partial<ArrangementLimits> = {}, day = today) =>
  arrangementChoices(cents(debt), { ...limits, ...changes }, day).map(({ kind, count, payments }) => [
    `${kind} ${count}`,
    ...payments.map(({ dueOn, amount }) => `${dueOn} ${amount}`),
  ])

describe('ways to pay later', () => {
  it('offers an extension and installments after a down payment, with every date and cent', () => {
    expect(choices(31_844)).toEqual([
      ['extension 1', '2026-12-04 31844'],
      ['installments 2', '2026-11-20 7961', '2027-01-04 11942', '2027-02-18 11941'],
      ['installments 3', '2026-11-20 7961', '2026-12-20 7961', '2027-01-19 7961', '2027-02-18 7961'],
    ])
  })

  it('adds up to the debt to the cent for every debt, count and down payment', () => {
    const wrong: string[] = []
    for (const downPaymentPercent of [0, 1, 25, 33, 50, 99])
      for (let debt = 1; debt < 400; debt += 1)
        for (const { payments, count } of arrangementChoices(
          cents(debt),
          { ...limits, maxInstallments: 12, downPaymentPercent },
          today,
        )) {
          const amounts = payments.map(({ amount }) => amount)
          const parts = amounts.slice(-count)
          const isWhole = amounts.reduce<number>((sum, amount) => sum + amount, 0) === debt
          const isEven = Math.max(...parts) - Math.min(...parts) < 2
          if (!isWhole || !isEven || Math.min(...amounts) <= 0) wrong.push(`${debt} ${count} ${downPaymentPercent}`)
        }
    expect(wrong).toEqual([])
  })

  it('has one payment a day at most, in order, the last on the last day that is allowed', () => {
    for (const days of [2, 3, 7, 28, 29, 30, 31, 90, 365])
      for (const { payments } of arrangementChoices(
        cents(10_000),
        { ...limits, extensionDays: 0, maxInstallments: 12, installmentDays: days },
        today,
      )) {
        const dates = payments.map(({ dueOn }) => dueOn)
        expect([...new Set(dates)].toSorted()).toEqual(dates)
        expect(dates.at(-1)).toBe(addDays(today, days))
      }
  })

  it('crosses the end of a year and a leap day', () => {
    expect(
      choices(
        300,
        { downPaymentPercent: 0, installmentDays: 60, maxInstallments: 2, extensionDays: 0 },
        calendarDate('2028-01-30'),
      ),
    ).toEqual([['installments 2', '2028-02-29 150', '2028-03-30 150']])
  })

  it('offers only what the limits allow', () => {
    expect(choices(10_000, { extensionDays: 0, maxInstallments: 1 })).toEqual([])
    expect(choices(10_000, { extensionDays: 1, maxInstallments: 0 })).toEqual([['extension 1', '2026-11-21 10000']])
    expect(choices(10_000, { installmentDays: 1, extensionDays: 0 })).toEqual([])
    expect(choices(10_000, { installmentDays: 2, extensionDays: 0, downPaymentPercent: 0 })).toEqual([
      ['installments 2', '2026-11-21 5000', '2026-11-22 5000'],
    ])
  })

  it('offers nothing without a debt, and no part of less than a cent', () => {
    expect([choices(0), choices(-1)]).toEqual([[], []])
    expect(choices(2, { downPaymentPercent: 0, extensionDays: 0 })).toEqual([
      ['installments 2', '2027-01-04 1', '2027-02-18 1'],
    ])
    expect(choices(1, { downPaymentPercent: 0, extensionDays: 0 })).toEqual([])
  })
})

describe('who may pay later', () => {
  const account = (changes: Partial<ArrangementCandidate> = {}): ArrangementCandidate => ({
    isPrepaid: false,
    accountStatus: 'Active',
    derivedStatus: 'Past Due',
    pastDue: cents(1),
    owed: cents(31_844),
    hasArrangement: false,
    lastMadeOn: null,
    ...changes,
  })
  const check = (changes: Partial<ArrangementCandidate> = {}, day = today) =>
    checkArrangement(account(changes), 12, day)

  it('lets an account with one cent past due, also while a disconnection is announced', () => {
    expect([check(), check({ derivedStatus: 'Pending Disconnect' })]).toEqual([null, null])
  })

  it('refuses prepaid, closed, written-off and disconnected accounts, and those with an arrangement or nothing past due', () => {
    expect(check({ isPrepaid: true })).toEqual({ code: 'prepaid' })
    expect(check({ accountStatus: 'Inactive' })).toEqual({ code: 'closed' })
    expect(check({ accountStatus: 'Written Off' })).toEqual({ code: 'closed' })
    expect(check({ derivedStatus: 'Final Billed' })).toEqual({ code: 'closed' })
    expect(check({ derivedStatus: 'Disconnected' })).toEqual({ code: 'disconnected' })
    expect(check({ derivedStatus: 'Pending Reconnect' })).toEqual({ code: 'disconnected' })
    expect(check({ hasArrangement: true })).toEqual({ code: 'has-arrangement' })
    expect(check({ pastDue: cents(0) })).toEqual({ code: 'nothing-past-due' })
    expect(check({ owed: cents(0) })).toEqual({ code: 'nothing-past-due' })
  })

  it('refuses another arrangement until the same day a year later, and allows it on that day', () => {
    const lastMadeOn = calendarDate('2026-01-31')
    const refusal = { code: 'too-soon', againOn: '2027-01-31' }
    expect(check({ lastMadeOn }, calendarDate('2027-01-30'))).toEqual(refusal)
    expect(check({ lastMadeOn }, calendarDate('2027-01-31'))).toBeNull()
    expect(checkArrangement(account({ lastMadeOn: today }), 0, today)).toBeNull()
  })

  it('counts months to the last day of a shorter one', () => {
    const again = (madeOn: string, months: number) => nextArrangementOn(calendarDate(madeOn), months)
    expect(again('2026-08-31', 6)).toBe('2027-02-28')
    expect(again('2027-08-31', 6)).toBe('2028-02-29')
    expect(again('2026-11-30', 1)).toBe('2026-12-30')
    expect(again('2026-12-31', 1)).toBe('2027-01-31')
    expect(again('2026-12-01', 12)).toBe('2027-12-01')
    expect(again('2026-05-15', 0)).toBe('2026-05-15')
    expect(again('2024-02-29', 12)).toBe('2025-02-28')
  })

  it('asks for a choice', () => {
    expect(checkChoice({ choice: '' })).toEqual([{ code: 'choice-missing', field: 'choice' }])
    expect(checkChoice({ choice: 'extension 1' })).toEqual([])
  })

  it('says why in both languages', () => {
    const againOn = calendarDate('2027-01-31')
    expect(arrangementMessage({ code: 'too-soon', againOn }, 'en')).toContain('from 01/31/2027')
    expect(arrangementMessage({ code: 'too-soon', againOn }, 'es')).toContain('a partir del 01/31/2027')
    for (const code of [
      'prepaid',
      'closed',
      'disconnected',
      'has-arrangement',
      'nothing-past-due',
      'figures-changed',
      'not-offered',
      'choice-missing',
    ] as const)
      expect(arrangementMessage({ code }, 'en')).not.toBe(arrangementMessage({ code }, 'es'))
  })
})
