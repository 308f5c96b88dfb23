import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EndpointFixture } from '../../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { listBilledAccounts } from '../../messages/notifications/due-notices.store.ts'
import { hasRecentBillOf } from '../../identity/registration/registration.store.ts'
import { createMonths, upsertDailyReadings, upsertIntervalDays } from '../../usage/usage/write-readings.store.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)
const account_number = '100100101'
const heldSince = '2026-11-10'

/** Values that only rows of the former holder have: a text, an amount in cents and in dollars, and readings in Wh and kWh. */
const formerText = 'Former holder'
const formerSigns = [formerText, '7712345', '77123.45', '77,123.45', '77123', '77.123']

const formerAmount = cents(7_712_345)

/** Inserts rows of the former holder into every table of dated rows, and a final bill dated after the day of the change. */
async function seedFormerHolder(): Promise<void> {
  const { db } = portal
  const [before, bill_date] = [calendarDate('2026-11-05'), calendarDate('2026-10-20')]
  const due_date = calendarDate('2026-11-09')
  const line = { line: 1, description: formerText, quantity: null, unit: '', amount: formerAmount }
  const bill = { amount: formerAmount, ending_balance: formerAmount, usage_kwh: '77123', due_date }
  await seedBill(
    db,
    { ...bill, bill_date, statement_start: calendarDate('2026-09-18'), statement_end: calendarDate('2026-10-17') },
    [line],
  )
  await seedBill(
    db,
    {
      ...bill,
      bill_date: calendarDate('2026-11-12'),
      statement_start: calendarDate('2026-10-18'),
      statement_end: calendarDate(heldSince),
    },
    [line],
  )
  for (const late of [bill_date, calendarDate('2026-11-12')])
    await db
      .insertInto('cis.delinquent')
      .values({ account_number, bill_date: late, past_due: formerAmount, processed_on: calendarDate('2026-11-18') })
      .execute()
  await db
    .insertInto('cis.payment')
    .values({ account_number, reference: formerText, paid_on: before, amount: formerAmount, method: formerText })
    .execute()
  await db
    .insertInto('cis.deposit')
    .values({ account_number, reference: 'D', received_on: before, kind: formerText, amount: formerAmount })
    .execute()
  await db
    .insertInto('cis.net_metering')
    .values({
      account_number,
      period_end: before,
      added_kwh: '77123',
      used_kwh: '77123',
      bank_kwh: '77123',
    })
    .execute()
  await db
    .insertInto('cis.outage_history')
    .values({ account_number, interrupted_at: new Date('2026-11-04T10:00:00Z'), description: formerText })
    .execute()
  await db
    .insertInto('cis.service_order')
    .values({ account_number, so_number: 'S', description: formerText, requested_on: before })
    .execute()
  await db.insertInto('cis.meter').values({ account_number, meter_number: formerText, in_service_to: before }).execute()
  await createMonths(db, before, before)
  for (const meterNumber of ['E-1', 'M1']) {
    const own = { accountNumber: account_number, meterNumber, day: before, status: 'actual', received: null } as const
    await upsertDailyReadings(db, [
      { ...own, used: 77_123, demand: 77_123, unit: 'kWh', endReading: 77_123, charge: null, prepaidVendor: null },
    ])
    await upsertIntervalDays(db, [{ ...own, minutes: 60, used: Array.from({ length: 24 }, () => 77_123) }])
  }
}

/** True for calls that read: those with GET, and those whose body identifies what they read. */
const isRead = ({ endpoint }: EndpointFixture) => endpoint.method === 'GET' || endpoint.media !== 'application/json'

/** Lists the calls whose answers contain data of the former holder. */
async function callsWithFormer(): Promise<readonly string[]> {
  const found: string[] = []
  for (const fixture of fixtures.filter(isRead)) {
    const { statusCode, body } = await fixture.send()
    expect(statusCode, fixture.endpoint.id).toBeLessThan(500)
    if (formerSigns.some((sign) => body.includes(sign))) found.push(fixture.endpoint.id)
  }
  return found
}

beforeEach(seedFormerHolder)

/** The calls that show dated data. The last ones are about one bill of the former holder. */
const dated = [
  'accountOverview.info',
  'accountOverview.payments',
  'bills.list',
  'deposits.list',
  'delinquentHistory.list',
  'connectedApps.offer',
  'connectedApps.daily',
  'connectedApps.batch',
  'espiResources.intervalBlocks',
  'usage.account',
  'usage.daily',
  'usage.byMeter',
  'usage.monthly',
  'usage.prepaidSummary',
  'usage.netMetering',
  'usage.intervals',
  'usage.intervalBlocks',
  'usage.csv',
  'greenButton.download',
  'serviceRequests.list',
  'outage.history',
]
const ofBill = ['bills.view', 'bills.pdf', 'delinquentHistory.pdf', 'insights.billChange', 'espiResources.usageSummary']

const statusesOfBill = async () =>
  Promise.all(
    fixtures.filter(({ endpoint }) => ofBill.includes(endpoint.id)).map(async (one) => (await one.send()).statusCode),
  )

describe('an account that another member held before', () => {
  it('shows the present holder and their apps nothing that is dated before they held it [REQ-D-308, SEC-73]', async () => {
    expect((await callsWithFormer()).toSorted()).toEqual(dated.toSorted())
    expect(await statusesOfBill()).toEqual([200, 200, 200, 200, 200])
    await portal.db
      .updateTable('cis.account')
      .set({ held_since: calendarDate(heldSince) })
      .execute()
    expect(await callsWithFormer()).toEqual([])
    expect(await statusesOfBill()).toEqual([404, 404, 404, 404, 404])
    const own = fixtures.find(({ endpoint }) => endpoint.id === 'usage.daily')
    expect((await own?.send())?.body).toContain('2026-11-18')
  })

  it('shows the first bill of the present holder, also when it has no days [REQ-D-308]', async () => {
    const day = calendarDate('2026-11-11')
    await seedBill(portal.db, { bill_date: day, statement_start: day, statement_end: day, amount: cents(4_321) })
    await portal.db.updateTable('cis.account').set({ held_since: day }).execute()
    const list = fixtures.find(({ endpoint }) => endpoint.id === 'bills.list')
    expect((await list?.send())?.body).toContain('2026-11-11')
    expect(await hasRecentBillOf(portal.db, account_number, cents(4_321))).toBe(true)
  })

  it('shows a deposit and an order that name their member to that member only, regardless of their dates [REQ-D-308, REQ-D-361]', async () => {
    for (const [name, member_number, day] of [
      ['Own, early', '10001', calendarDate('2026-11-04')],
      ['Of another, late', '90817', calendarDate('2026-11-15')],
      ['Of nobody, late', null, calendarDate('2026-11-15')],
    ] as const) {
      const deposit = { account_number, reference: name, received_on: day, kind: name, amount: cents(4_000) }
      const order = { account_number, so_number: name, requested_on: day, description: name }
      await portal.db
        .insertInto('cis.deposit')
        .values({ ...deposit, member_number })
        .execute()
      await portal.db
        .insertInto('cis.service_order')
        .values({ ...order, member_number })
        .execute()
    }
    const lists = ['deposits.list', 'serviceRequests.list']
    const shown = async () => {
      const asked = fixtures.filter(({ endpoint }) => lists.includes(endpoint.id))
      const bodies = await Promise.all(asked.map(async (one) => (await one.send()).body))
      const names = ['Own, early', 'Of another, late', 'Of nobody, late', formerText]
      return bodies.map((body) => names.filter((name) => body.includes(`"${name}"`)))
    }
    const withoutDay = ['Own, early', 'Of nobody, late', formerText]
    expect(await shown()).toEqual([withoutDay, withoutDay])
    await portal.db
      .updateTable('cis.account')
      .set({ held_since: calendarDate(heldSince) })
      .execute()
    const bounded = ['Own, early', 'Of nobody, late']
    expect(await shown()).toEqual([bounded, bounded])
  })

  it('has no bill of the former holder to register with, and none to announce [REQ-D-308]', async () => {
    expect(await hasRecentBillOf(portal.db, account_number, formerAmount)).toBe(true)
    await portal.db
      .updateTable('cis.account')
      .set({ held_since: calendarDate(heldSince) })
      .execute()
    expect(await hasRecentBillOf(portal.db, account_number, formerAmount)).toBe(false)
    const span = { today: calendarDate('2026-11-20'), isAutopayOffered: true, timeZone: 'America/Chicago' }
    expect(await listBilledAccounts(portal.db, [account_number], span)).toMatchObject([{ bill: { amount: 14_237 } }])
  })
})
