import {
  accountOverview,
  type PaymentRow,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { bills, type BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EventFields, sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn, halvesOf, login, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: { ...payingSettings, quickPayRequisitionsPerHour: 1_000 } })
let ada: SignedIn
beforeEach(async () => {
  ada = await adaSignedIn(portal)
})

const accountNumber = '100100101'
type Query = Readonly<Record<string, string>>
const requestOf = (query: Query, language: string) => ({
  ...ada,
  params: { memberNumber: ada.memberNumber, accountNumber },
  query,
  headers: { 'accept-language': language },
})
const payments = async (query: Query = {}, language = 'en') =>
  (await portal.call(accountOverview.payments, requestOf(query, language))).json<{
    results: PaymentRow[]
    totalRecords: number
  }>()
const listBills = async (query: Query = {}) =>
  (await portal.call(bills.list, requestOf(query, 'en'))).json<{ results: BillRow[]; totalRecords: number }>()

const takenIn = async (...rows: readonly (readonly [day: string, amount: number, reference: string])[]) =>
  portal.db
    .insertInto('cis.payment')
    .values(
      rows.map(([day, amount, reference]) => ({
        account_number: accountNumber,
        reference,
        paid_on: calendarDate(day),
        amount: cents(amount),
        method: 'Check',
      })),
    )
    .execute()

const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)

const payHere = async (amount: number) => {
  const form = await pay(portal, await verified(portal), amount)
  await send(tell(form, 'payment.succeeded'))
  return { form, transNo: form.paymentRequisitionSettings.transNo }
}

describe('payments', () => {
  test('payments stand newest first, with amount, day, reference and method [AC-06]', async () => {
    await takenIn(['2026-09-02', 5_000, 'R1'], ['2026-11-02', 7_000, 'R3'], ['2026-10-02', 6_000, 'R2'])
    expect(await payments()).toEqual({
      totalRecords: 3,
      results: [
        { paymentAmount: 7_000, paymentDate: '2026-11-02', reference: 'R3', kind: 'payment', method: 'Check' },
        { paymentAmount: 6_000, paymentDate: '2026-10-02', reference: 'R2', kind: 'payment', method: 'Check' },
        { paymentAmount: 5_000, paymentDate: '2026-09-02', reference: 'R1', kind: 'payment', method: 'Check' },
      ],
    })
  })

  test('a payment made in the portal is listed first immediately, and only once after the cooperative has imported it [AC-06]', async () => {
    await takenIn(['2026-11-02', 7_000, 'R3'])
    const { transNo } = await payHere(4_000)
    const made = { paymentAmount: 4_000, paymentDate: '2026-11-20', reference: transNo }
    expect((await payments()).results).toMatchObject([{ ...made, method: 'Credit or debit card' }, { reference: 'R3' }])
    expect((await payments({}, 'es')).results[0]?.method).toBe('Tarjeta de crédito o débito')
    await takenIn(['2026-11-20', 4_000, transNo])
    expect(await payments()).toMatchObject({ totalRecords: 2, results: [{ ...made, method: 'Check' }, {}] })
  })

  test('a payment that is only asked for, declined or acknowledged is not added', async () => {
    await pay(portal, await verified(portal), 3_000)
    await send(tell(await pay(portal, await verified(portal), 3_100), 'payment.declined'))
    await payHere(3_200)
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    expect(await payments()).toEqual({ totalRecords: 0, results: [] })
  })

  test('a payment that a former holder made here is not listed', async () => {
    const { transNo } = await payHere(4_000)
    await portal.db.updateTable('pay.payment').set({ member_number: '10002' }).where('trans_no', '=', transNo).execute()
    expect(await payments()).toEqual({ totalRecords: 0, results: [] })
  })

  test('a refunded payment is listed with its refund', async () => {
    const { form } = await payHere(4_000)
    await send(tell(form, 'payment.refunded'))
    expect((await payments()).results.map((row) => row.paymentAmount)).toEqual([-4_000, 4_000])
  })

  test('the day of a payment made here is that of the cooperative: late in the evening it is not yet tomorrow', async () => {
    portal.clock.set('2026-11-21T04:30:00Z')
    ada = halvesOf(await login(portal))
    await payHere(4_000)
    expect((await payments()).results[0]?.paymentDate).toBe('2026-11-20')
    portal.set({ timeZone: 'Asia/Tokyo' })
    expect((await payments()).results[0]?.paymentDate).toBe('2026-11-21')
  })

  test('a range of days holds both its ends, and pages follow each other without a gap', async () => {
    await takenIn(
      ...Array.from({ length: 60 }, (_, n) => [addDays(calendarDate('2026-01-01'), n), n + 1, `R${n}`] as const),
    )
    await payHere(9_900)
    expect(await payments()).toMatchObject({ totalRecords: 61, results: { length: 25 } })
    const pages = await Promise.all(
      ['1', '2', '3', '4', '5', '6', '7'].map(async (page) => payments({ page, pageSize: '10' })),
    )
    expect(pages.map((page) => page.results.length)).toEqual([10, 10, 10, 10, 10, 10, 1])
    const amounts = pages.flatMap((page) => page.results.map((row) => row.paymentAmount))
    expect(amounts).toEqual([9_900, ...Array.from({ length: 60 }, (_, n) => 60 - n)])
    expect(await payments({ page: '99', pageSize: '10' })).toEqual({ totalRecords: 61, results: [] })
    const some = await payments({ from: '2026-01-03', to: '2026-01-05' })
    expect(some.results.map((row) => row.paymentDate)).toEqual(['2026-01-05', '2026-01-04', '2026-01-03'])
    expect((await payments({ from: '2026-11-20' })).results.map((row) => row.paymentAmount)).toEqual([9_900])
    expect((await payments({ to: '2026-01-01' })).totalRecords).toBe(1)
  })

  test('an invalid range or page is refused', async () => {
    for (const query of [
      { from: '2026-02-30' },
      { to: 'today' },
      { page: '0' },
      { page: '-1' },
      { page: '1e3' },
      { pageSize: '101' },
      { pageSize: '0' },
      { pageSize: '5.5' },
    ] as Query[])
      expect(
        (await portal.call(accountOverview.payments, requestOf(query, 'en'))).statusCode,
        JSON.stringify(query),
      ).toBe(400)
  })
})

describe('bills', () => {
  test('bills stand newest first, with their dates, amounts and usage, and a handle for those that can be shown [AC-07]', async () => {
    await seedBill(portal.db, { bill_date: calendarDate('2026-10-13'), can_be_viewed: false, usage_kwh: null }, [])
    await seedBill(portal.db)
    const { results, totalRecords } = await listBills()
    expect(totalRecords).toBe(2)
    expect(results[0]).toEqual({
      billDate: '2026-11-13',
      endingBalance: 14_237,
      dueDate: '2026-12-04',
      statementStartDate: '2026-10-12',
      billType: 'Standard',
      billViewUrl: expect.stringMatching(/^[\w.-]{100,2048}$/u),
      amount: 14_237,
      usageKwh: 896.6,
      prepaidDailyTotal: null,
      prepaidUsageDollars: null,
      prepaidCharges: null,
      prepaidTaxes: null,
    })
    expect(results[1]).toMatchObject({ billDate: '2026-10-13', billViewUrl: '', usageKwh: null })
  })

  test('bills of a prepaid account have the amounts of a day: total, usage, charges and taxes [AO-64]', async () => {
    await seedBill(portal.db, {
      bill_type: 'Prepaid',
      prepaid_daily_total: cents(512),
      prepaid_usage_dollars: cents(430),
      prepaid_charges: cents(52),
      prepaid_taxes: cents(30),
    })
    expect((await listBills()).results[0]).toMatchObject({
      billType: 'Prepaid',
      prepaidDailyTotal: 512,
      prepaidUsageDollars: 430,
      prepaidCharges: 52,
      prepaidTaxes: 30,
    })
  })

  test('a range of days and pages choose among bills as among payments', async () => {
    for (let month = 1; month <= 9; month += 1)
      await seedBill(portal.db, { bill_date: calendarDate(`2026-0${month}-13`) }, [])
    const days = async (query: Query) => (await listBills(query)).results.map((row) => row.billDate)
    expect(await days({ from: '2026-03-13', to: '2026-05-13' })).toEqual(['2026-05-13', '2026-04-13', '2026-03-13'])
    expect(await days({ page: '2', pageSize: '4' })).toEqual(['2026-05-13', '2026-04-13', '2026-03-13', '2026-02-13'])
    expect((await listBills({ pageSize: '4' })).totalRecords).toBe(9)
  })
})
