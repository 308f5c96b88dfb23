import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import {
  checkPrepaidThresholds,
  dailyCostOf,
  daysLeftOf,
  defaultThresholds,
  evaluatePrepaid,
  type NotedPrepaid,
  type PrepaidAccount,
  prepaidMessage,
  type PrepaidThresholds,
} from './prepaid.ts'

const today = calendarDate('2026-11-20')
const thresholds: PrepaidThresholds = { daysLeft: 3, amounts: [cents(20_00), cents(10_00)] }
const unknown = { dailyCost: null, derivedStatus: 'Current', cutoffDate: null }

/** Evaluates one state after another, each with what the former one noted. */
function follow(
  states: readonly (Partial<PrepaidAccount> & { readonly balance: Cents })[],
  chosen: PrepaidThresholds = thresholds,
) {
  let noted: NotedPrepaid | null = null
  return states.map((state) => {
    const result = evaluatePrepaid({ ...unknown, ...state }, chosen, noted, today)
    noted = result.noted
    return result.event
  })
}
const topicsOf = (...given: Parameters<typeof follow>) => follow(...given).map((event) => event?.topic ?? null)
const balances = (...amounts: readonly number[]) => amounts.map((amount) => ({ balance: cents(amount) }))

describe('days left', () => {
  it('are the whole days that the balance lasts, none once it is used up, and unknown without a cost', () => {
    expect([1_499, 500, 499, 0, -1].map((balance) => daysLeftOf(cents(balance), cents(500)))).toEqual([2, 1, 0, 0, 0])
    expect([1, 0, -1].map((balance) => daysLeftOf(cents(balance), null))).toEqual([null, 0, 0])
  })

  it('come from the average of the days with a charge, which is never zero', () => {
    expect(dailyCostOf({ total: cents(1_001), days: 2 })).toBe(501)
    expect(dailyCostOf({ total: cents(1), days: 30 })).toBe(1)
    expect([cents(0), cents(-5)].map((total) => dailyCostOf({ total, days: 3 }))).toEqual([null, null])
    expect(dailyCostOf({ total: cents(5), days: 0 })).toBeNull()
  })
})

describe('a low prepaid balance', () => {
  it('is announced once for the days and once for each amount of one fall [REQ-D-331]', () => {
    expect(topicsOf(balances(20_01, 20_00, 19_00, 10_01, 10_00, 5_00, -1_00))).toEqual([
      null,
      'prepaid-low',
      null,
      null,
      'prepaid-low',
      null,
      // No amount is below zero, but no day is left.
      'prepaid-low',
    ])
    const dailyCost = cents(1_000)
    const onlyDays = { daysLeft: 3, amounts: [] }
    expect(
      topicsOf(
        balances(40_00, 39_99, 30_00, 0).map((state) => ({ ...state, dailyCost })),
        onlyDays,
      ),
    ).toEqual([null, 'prepaid-low', null, null])
  })

  it('is announced again only after a payment and another fall, not when use alone changes the days [REQ-D-331]', () => {
    const onlyDays = { daysLeft: 3, amounts: [] }
    const states = [
      { balance: cents(30_00), dailyCost: cents(10_00) },
      { balance: cents(29_00), dailyCost: cents(5_00) },
      { balance: cents(28_00), dailyCost: cents(10_00) },
      { balance: cents(90_00), dailyCost: cents(10_00) },
      { balance: cents(39_00), dailyCost: cents(10_00) },
    ]
    expect(topicsOf(states, onlyDays)).toEqual(['prepaid-low', null, null, null, 'prepaid-low'])
    expect(topicsOf(balances(8_00, 25_00, 18_00, 9_00))).toEqual(['prepaid-low', null, 'prepaid-low', 'prepaid-low'])
    expect(topicsOf(balances(8_00, 15_00, 14_00, 9_00))).toEqual(['prepaid-low', null, null, 'prepaid-low'])
    expect(
      topicsOf([
        { balance: cents(10_00), dailyCost: cents(10_00) },
        { balance: cents(20_50), dailyCost: cents(10_00) },
        { balance: cents(20_40), dailyCost: cents(10_00) },
      ]),
    ).toEqual(['prepaid-low', null, null])
  })

  it('says what is left and for how many days, and is never announced with both thresholds off', () => {
    expect(follow([{ balance: cents(15_00), dailyCost: cents(4_00) }])).toEqual([
      { topic: 'prepaid-low', balance: 15_00, daysLeft: 3 },
    ])
    expect(follow(balances(15_00))).toEqual([{ topic: 'prepaid-low', balance: 15_00, daysLeft: null }])
    expect(topicsOf(balances(15_00, -5_00), { daysLeft: null, amounts: [] })).toEqual([null, null])
  })

  it('is announced at a lower amount that the member chooses later, and not at a higher one', () => {
    const first = evaluatePrepaid({ ...unknown, balance: cents(18_00) }, thresholds, null, today)
    const at = (balance: number, amount: number, noted = first.noted) =>
      evaluatePrepaid(
        { ...unknown, balance: cents(balance) },
        { daysLeft: null, amounts: [cents(amount)] },
        noted,
        today,
      )
    expect(at(18_00, 50_00).event).toBeNull()
    const waiting = at(18_00, 9_00)
    expect(waiting.event).toBeNull()
    expect(at(9_00, 9_00, waiting.noted).event?.topic).toBe('prepaid-low')
  })
})

describe('the service of a prepaid account', () => {
  const rich = { balance: cents(100_00) }
  const day = (text: string) => ({ ...rich, cutoffDate: calendarDate(text) })

  it('is announced when a disconnection is pending, once for each earlier day [REQ-D-332]', () => {
    const states = [
      day('2026-11-19'),
      day('2026-11-25'),
      day('2026-11-25'),
      day('2026-11-27'),
      day('2026-11-22'),
      rich,
      day('2026-11-20'),
    ]
    const pending = (on: string) => ({ topic: 'disconnect-pending', balance: 100_00, on })
    expect(follow(states)).toEqual([
      null,
      pending('2026-11-25'),
      null,
      null,
      pending('2026-11-22'),
      null,
      pending('2026-11-20'),
    ])
    const status = { ...rich, derivedStatus: 'Pending Disconnect' }
    expect(follow([status, status, { ...status, cutoffDate: calendarDate('2026-11-30') }])).toEqual([
      { topic: 'disconnect-pending', balance: 100_00, on: null },
      null,
      pending('2026-11-30'),
    ])
  })

  it('is announced when it is back on, with what is left, and not when the member never knew it off [REQ-D-332]', () => {
    const off = { balance: cents(-5_00), derivedStatus: 'Disconnected' }
    const waiting = { balance: cents(20_00), derivedStatus: 'Pending Reconnect' }
    const on = { balance: cents(18_00), dailyCost: cents(4_00) }
    expect(follow([off, waiting, on, on])).toEqual([
      null,
      null,
      { topic: 'reconnected', balance: 18_00, daysLeft: 4 },
      null,
    ])
    expect(topicsOf([rich])).toEqual([null])
  })

  it('leaves no second warning for what the notice of it says, and warns of nothing while it is off', () => {
    const low = { balance: cents(5_00) }
    expect(topicsOf([{ ...low, derivedStatus: 'Pending Disconnect' }, low])).toEqual(['disconnect-pending', null])
    expect(
      topicsOf([
        { ...rich, derivedStatus: 'Disconnected' },
        { ...low, derivedStatus: 'Disconnected' },
      ]),
    ).toEqual([null, null])
    expect(topicsOf([{ ...low, derivedStatus: 'Disconnected' }, low, low])).toEqual([null, 'reconnected', null])
  })
})

describe('thresholds', () => {
  it('are whole days and amounts within bounds, and name the field that is not', () => {
    const fields = (days: number | null, ...amounts: readonly (number | null)[]) =>
      checkPrepaidThresholds({ daysLeft: days, amounts }).map(({ field }) => field)
    expect(fields(null)).toEqual([])
    expect(fields(60, 100_000, 1, null)).toEqual([])
    expect(fields(1)).toEqual([])
    expect([0, 61, 1.5, -1].map((days) => fields(days))).toEqual(Array.from({ length: 4 }, () => ['prepaidDays']))
    expect(fields(5, 0, null, 100_001)).toEqual(['prepaidAmount1', 'prepaidAmount3'])
    expect(fields(5, 1, 2.5)).toEqual(['prepaidAmount2'])
    expect(prepaidMessage('prepaid-days', 'en')).toBe('Enter a number of days from 1 to 60.')
    expect(prepaidMessage('prepaid-amount', 'es')).toBe('Escriba una cantidad de $0.01 a $1,000.00.')
  })

  it('are those of the cooperative by default, where 0 turns one off', () => {
    expect(defaultThresholds(5, cents(20_00))).toEqual({ daysLeft: 5, amounts: [20_00] })
    expect(defaultThresholds(0, cents(0))).toEqual({ daysLeft: null, amounts: [] })
  })
})
