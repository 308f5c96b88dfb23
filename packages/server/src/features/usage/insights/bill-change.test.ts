import { insights, type BillChangeAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { describe, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { createMonths, setWeatherStation, upsertDailyReadings, upsertWeather } from '../usage/write-readings.store.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))

const [memberNumber, accountNumber] = ['10001', '100100101']
const station = 'USW00014991'

const ask = async (billDate: string, account = accountNumber) =>
  portal.call(insights.billChange, { ...ada, params: { memberNumber, accountNumber: account, billDate } })
const explained = async (billDate: string) => (await ask(billDate)).json<BillChangeAnswer>()

/** Seeds a bill for the `days` before its date: `kwh` at 10¢, a $28.00 service charge, and extra lines. */
async function seed(day: string, kwh: number, more: { description: string; amount: number }[] = [], days = 30) {
  const billDate = calendarDate(day)
  const amount = kwh * 10 + 2_800 + more.reduce((sum, line) => sum + line.amount, 0)
  await seedBill(
    portal.db,
    {
      bill_date: billDate,
      due_date: addDays(billDate, 21),
      statement_start: addDays(billDate, -days),
      statement_end: addDays(billDate, -1),
      usage_kwh: String(kwh),
      amount: cents(amount),
    },
    [
      { line: 1, description: 'Service charge', quantity: null, amount: cents(2_800) },
      { line: 2, description: 'Energy', quantity: String(kwh), unit: 'kWh', amount: cents(kwh * 10) },
      ...more.map((line, index) => ({ ...line, line: index + 3, quantity: null, amount: cents(line.amount) })),
    ],
  )
}

/** Seeds weather for `count` days through `last`, with averages from `averageOf`. */
async function seedWeather(last: string, count: number, averageOf: (daysAgo: number) => number) {
  await setWeatherStation(portal.db, ['*'], station)
  const days = Array.from({ length: count }, (_, ago) => ({
    day: addDays(calendarDate(last), -ago),
    low: averageOf(ago) - 10,
    high: averageOf(ago) + 10,
    average: averageOf(ago),
  }))
  await upsertWeather(portal.db, station, days)
}

describe('explaining a bill change', () => {
  it.each(['9997-12-31', '9999-12-31', '0001-01-01', '0004-02-29'])('refuses a bill of %s, years away', async (day) => {
    expect((await ask(day)).statusCode).toBe(400)
  })

  it('compares a bill with the previous one and the one a year earlier, to the cent', async () => {
    await seed('2025-11-14', 500)
    await seed('2026-10-14', 600)
    await seed('2026-11-14', 775, [{ description: 'Late fee', amount: 237 }], 31)
    expect(await explained('2026-11-14')).toEqual({
      billDate: '2026-11-14',
      amount: 10_787,
      previous: {
        billDate: '2026-10-14',
        before: 8_800,
        after: 10_787,
        difference: 1_987,
        parts: [
          {
            code: 'days',
            amount: 200,
            figures: [
              { kind: 'days', name: '', before: 30, after: 31 },
              { kind: 'share', name: 'kWh', before: null, after: 20 },
            ],
          },
          {
            code: 'usage',
            amount: 1_550,
            figures: [
              { kind: 'quantity', name: 'kWh', before: 600, after: 775 },
              { kind: 'share', name: 'kWh', before: null, after: 155 },
            ],
          },
          { code: 'fees', amount: 237, figures: [{ kind: 'line', name: 'Late fee', before: null, after: 237 }] },
        ],
        notes: ['weather-unknown'],
      },
      yearAgo: {
        billDate: '2025-11-14',
        before: 7_800,
        after: 10_787,
        difference: 2_987,
        parts: [
          {
            code: 'days',
            amount: 167,
            figures: [
              { kind: 'days', name: '', before: 30, after: 31 },
              { kind: 'share', name: 'kWh', before: null, after: 16.7 },
            ],
          },
          {
            code: 'usage',
            amount: 2_583,
            figures: [
              { kind: 'quantity', name: 'kWh', before: 500, after: 775 },
              { kind: 'share', name: 'kWh', before: null, after: 258.3 },
            ],
          },
          { code: 'fees', amount: 237, figures: [{ kind: 'line', name: 'Late fee', before: null, after: 237 }] },
        ],
        notes: ['weather-unknown'],
      },
    })
  })

  it('separates weather once a year of bills shows how usage follows it', async () => {
    const last = calendarDate('2026-11-14')
    // 30-day periods range from 65 °F down in 5 °F steps. Each degree day costs 1 kWh.
    const averageOf = (daysAgo: number) => 65 - (Math.floor(daysAgo / 30) % 6) * 5
    await seedWeather(addDays(last, -1), 400, averageOf)
    for (let age = 0; age < 12; age++)
      await seed(addDays(last, -30 * age), 300 + 30 * (65 - averageOf(age * 30)) + (age === 0 ? 50 : 0))
    const { previous } = await explained(last)
    expect(previous?.notes).toEqual([])
    // The fit includes the 50 kWh too, so its slope is close to 1 kWh per degree day but not exact.
    const amounts = Object.fromEntries((previous?.parts ?? []).map(({ code, amount }) => [code, amount]))
    expect(amounts.weather).toBeGreaterThan(-1_600)
    expect(amounts.weather).toBeLessThan(-1_300)
    expect((amounts.weather ?? 0) + (amounts.usage ?? 0)).toBe(-1_000)
    expect(previous?.parts[0]?.figures[0]).toEqual({ kind: 'heating', name: '', before: 150, after: 0 })
  })

  it('returns no comparisons for a first bill', async () => {
    await seed('2026-11-14', 500)
    expect(await explained('2026-11-14')).toEqual({
      billDate: '2026-11-14',
      amount: 7_800,
      previous: null,
      yearAgo: null,
    })
  })

  it('hides the lines of a bill that the member may not see', async () => {
    await seed('2026-10-14', 600, [{ description: 'Private service', amount: 500 }])
    await seed('2026-11-14', 600)
    await portal.db
      .updateTable('cis.bill')
      .set({ can_be_viewed: false })
      .where('bill_date', '=', calendarDate('2026-10-14'))
      .execute()
    const answer = await ask('2026-11-14')
    expect(answer.body).not.toContain('Private')
    expect(answer.json<BillChangeAnswer>().previous).toMatchObject({
      parts: [{ code: 'other', amount: -500 }],
      notes: ['not-itemized'],
    })
  })

  it('notes an estimated reading and a replaced meter', async () => {
    await seed('2026-10-14', 600)
    await seed('2026-11-14', 700)
    await portal.db
      .insertInto('cis.meter')
      .values({ account_number: accountNumber, meter_number: 'E-2', in_service_from: calendarDate('2026-11-01') })
      .execute()
    const day = calendarDate('2026-11-13')
    await createMonths(portal.db, day, day)
    await upsertDailyReadings(portal.db, [
      {
        accountNumber,
        meterNumber: 'E-2',
        day,
        used: 20_000,
        received: null,
        demand: null,
        status: 'estimated',
        unit: 'kWh',
        endReading: null,
        charge: null,
        prepaidVendor: null,
      },
    ])
    expect((await explained('2026-11-14')).previous?.notes).toEqual(['weather-unknown', 'estimated', 'meter-changed'])
  })

  it('returns 404 for a day without a bill and for another member’s account', async () => {
    await seed('2026-11-14', 500)
    await seedAccount(portal.db, bensAccount)
    await seedBill(portal.db, { account_number: '100200101', bill_date: calendarDate('2026-11-14') })
    const answers = [await ask('2026-11-13'), await ask('2026-11-14', '100200101'), await ask('2026-02-30')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400])
  })
})
