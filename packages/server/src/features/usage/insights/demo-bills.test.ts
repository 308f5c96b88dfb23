import { type BillChange, explainBillChange } from '@coopline/rules/usage/insights/bill-change'
import type { ExplainedBill } from '@coopline/rules/usage/insights/bill-charges'
import { comparedBills, fitBills, nearestPrice, periodWeather } from '@coopline/rules/usage/insights/compared-bills'
import type { DegreeDays } from '@coopline/rules/usage/insights/degree-days'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import { demoHistory } from '../../../../demo/demo-history.ts'
import type { DemoAccount } from '../../../../demo/demo-member.ts'
import type { DemoBill } from '../../../../demo/demo-bill.ts'
import { namedMembers } from '../../../../demo/named-members.ts'
import { ordinaryMember } from '../../../../demo/ordinary-member.ts'

const today = calendarDate('2026-11-20')
const memberCount = 2_000

/** Winters around 15 °F and summers around 75 °F, with week-long spells. */
const temperatures = new Map(
  Array.from({ length: 1_400 }, (_, index) => {
    const day = addDays(today, -index)
    const season = 45 - 30 * Math.cos(((Number(day.slice(5, 7)) - 1 + Number(day.slice(8)) / 31) / 12) * 2 * Math.PI)
    return [day, season + 6 * Math.sin(index / 5)] as const
  }),
)

const knownWeather = new Map<string, DegreeDays | null>()
/** Cached, because many accounts share billing periods. */
function weatherOf({ start, end }: ExplainedBill): DegreeDays | null {
  const key = `${start} ${end}`
  const weather = knownWeather.get(key) ?? periodWeather(temperatures, start, end)
  knownWeather.set(key, weather)
  return weather
}

const toBill = (bill: DemoBill, hasLines: boolean): ExplainedBill => ({
  billDate: bill.billDate,
  start: bill.statementStart,
  end: bill.statementEnd,
  amount: bill.amount,
  usageKwh: bill.usageKwh === null ? null : Number(bill.usageKwh),
  lateFee: bill.lateFee,
  lines: hasLines
    ? bill.lines.map((line) => ({ ...line, quantity: line.quantity === null ? null : Number(line.quantity) }))
    : [],
  prepaid: bill.prepaid,
})

interface Explained {
  readonly account: DemoAccount
  readonly bill: ExplainedBill
  readonly change: BillChange
}

/** Explains every bill of an account against its two comparisons, the way the server does. */
function explainAll(account: DemoAccount, months: number, monthsOfLines: number): readonly Explained[] {
  const bills = demoHistory(account, today, months).bills.map((bill, age) => toBill(bill, age < monthsOfLines))
  const slopes = fitBills(bills, weatherOf)
  return bills.flatMap((bill) => {
    const { previous, yearAgo } = comparedBills(bills, bill.billDate)
    return [previous, yearAgo].flatMap((earlier) => {
      if (earlier === null) return []
      const [before, after] = [weatherOf(earlier), weatherOf(bill)]
      const change = explainBillChange(bill, earlier, {
        slopes,
        weather: before && after ? { before, after } : null,
        knownPrice: nearestPrice(bills, bill.billDate),
        isWeatherDriven: bill.usageKwh !== null,
        isDelivered: account.type === 'Propane',
        hasEstimates: false,
        hasNewMeter: false,
      })
      return { account, bill, change }
    })
  })
}

let all: readonly Explained[] = []
beforeAll(() => {
  const named = namedMembers(readDemoFacts(), today)
  const ordinary = Array.from({ length: memberCount - named.length }, (_, index) => ordinaryMember(index + 1, today))
  all = [
    ...named.flatMap(({ accounts }) => accounts.flatMap((account) => explainAll(account, 36, 36))),
    ...ordinary.flatMap(({ accounts }) => accounts.flatMap((account) => explainAll(account, 13, 6))),
  ]
})

const without = (explained: Explained) => ({ ...explained, account: explained.account.accountNumber })

describe('bills of 2,000 demo members', () => {
  it('explains every bill to the cent', () => {
    const wrong = all.filter(
      ({ bill, change }) =>
        change.parts.reduce((sum, { amount }) => sum + amount, 0) !== change.difference ||
        change.after !== bill.amount ||
        change.difference !== change.after - change.before,
    )
    expect(all.length).toBeGreaterThan(30_000)
    expect(wrong.map(without)).toEqual([])
  })

  it('covers every kind of bill', () => {
    const kinds = new Set(
      all.map(({ account }) =>
        account.isPrepaid ? 'Prepaid' : account.type === 'Electric' ? account.billing : account.type,
      ),
    )
    expect(kinds).toEqual(new Set(['Standard', 'Budget', 'Average', 'Prepaid', 'Water', 'Propane']))
    const codes = new Set(all.flatMap(({ change }) => change.parts.map(({ code }) => code)))
    expect(codes).toEqual(new Set(['days', 'weather', 'usage', 'fees', 'taxes', 'leveling', 'other']))
  })

  it('reports no price change, because the demo has one tariff', () => {
    expect(all.filter(({ change }) => change.parts.some(({ code }) => code === 'rate')).map(without)).toEqual([])
  })

  it('adds a note when a part is larger than both bills', () => {
    const absurd = all.filter(({ change }) => {
      const largest = Math.max(0, ...change.parts.map(({ amount }) => Math.abs(amount)))
      return largest > Math.max(Math.abs(change.before), Math.abs(change.after)) && !change.notes.includes('offsetting')
    })
    expect(absurd.map(without)).toEqual([])
  })
})
