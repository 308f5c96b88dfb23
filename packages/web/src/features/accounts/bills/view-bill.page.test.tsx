import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, aProblem, queryOf } from '../../../test-support/answers.ts'
import {
  billAccount,
  billLine,
  billPdfLine,
  billsLine,
  billsOf,
  changeLine,
  noChange,
  theirBill,
} from '../../../test-support/bill-answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { routes } from '../../../app/routes.tsx'
import type { RouteTable } from '../../../portal/page/route-table.tsx'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

// The library draws in a browser only.
vi.mock('../../../portal/document-viewer/open-pdf.ts', () => ({
  openPdf: async () => Promise.reject(new Error('no canvas')),
}))

const noBill = 'The billing statement is not available. Please check back soon.'

const open = async (
  path = `/viewbill?accountno=${billAccount}&date=2026-11-13`,
  answers: Answers = {},
  language: Language = 'en',
  table: RouteTable = routes,
) => {
  const all = {
    [accountsLine]: theirAccounts(),
    [billsLine]: billsOf(theirBill.toRow()),
    [billLine]: theirBill.toDetail(),
    [changeLine]: noChange,
    ...answers,
  }
  return renderPortal({
    path,
    table,
    session: storedMember,
    answers: all,
    language,
    visits: ['/no-bill', '/login'],
  })
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test("a bill stands on a page of its own, titled 'View Bill', with every figure of the bill [RT-40]", async () => {
  const { calls } = await open()
  await screen.findByText('Amount due: $142.38')
  expect(document.title).toBe('View Bill')
  expect(screen.getByText('Pay by 12/04/2026.')).toBeDefined()
  expect(
    ['Name', 'Service address', 'Account number', 'Bill date', 'Due date', 'Service period', 'Usage'].map(factOf),
  ).toEqual([
    'Ada Lindqvist',
    '1234 Oak St, Eau Claire, WI 54701',
    billAccount,
    '11/13/2026',
    '12/04/2026',
    '10/12/2026 to 11/11/2026',
    '1,896.6 kWh',
  ])
  expect(['Previous balance', 'Payments received', 'Charges on this bill', 'Balance'].map(factOf)).toEqual([
    '$131.02',
    '-$131.03',
    '$142.37',
    '$142.38',
  ])
  expect(rows()).toEqual([
    ['Service charge', '', '$28.00'],
    ['Energy', '1,896.6 kWh', '$114.37'],
  ])
  const billsCall = calls.find((call) => call.line === billsLine)
  expect(Object.fromEntries(queryOf(billsCall?.address ?? ''))).toEqual({
    from: '2026-11-13',
    to: '2026-11-13',
    pageSize: '1',
  })
  expect(bodyOf(calls.find((call) => call.line === billLine))).toEqual({ billViewUrl: 'handle-2026-11-13' })
})

test('the address of a bill names account and day and stays, so that the page can be loaded again', async () => {
  const { address } = await open()
  await screen.findByText('Amount due: $142.38')
  expect(address()).toBe(`/viewbill?accountno=${billAccount}&date=2026-11-13`)
})

test('without a day it is the newest bill', async () => {
  const { calls } = await open('/viewbill')
  await screen.findByText('Amount due: $142.38')
  const billsCall = calls.find((call) => call.line === billsLine)
  expect(Object.fromEntries(queryOf(billsCall?.address ?? ''))).toEqual({ pageSize: '1' })
})

test('a visitor is led to sign in and back to the bill [RT-40, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/viewbill?accountno=1&date=2026-11-13', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fviewbill%3Faccountno%3D1%26date%3D2026-11-13')
})

test('a bill in credit asks for nothing', async () => {
  await open(undefined, { [billLine]: theirBill.toDetail({ endingBalance: cents(-2_500), amountDueNow: cents(0) }) })
  expect(await screen.findByText('Balance: -$25.00')).toBeDefined()
  expect(screen.getByText('No payment is due.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Pay this bill' })).toBeNull()
})

test('a bill that was paid in part asks for the rest', async () => {
  await open(undefined, { [billLine]: theirBill.toDetail({ amountDueNow: cents(4_238) }) })
  expect(await screen.findByText('Amount due: $42.38')).toBeDefined()
  expect(screen.getByText('Pay by 12/04/2026. Payments since this bill are already subtracted.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Pay this bill' })).toBeDefined()
})

test('a bill with an amount past due says since when, by when, and when the rest is due', async () => {
  const pastDueNow = {
    amount: cents(5_000),
    dueDate: calendarDate('2026-11-03'),
    cutoffDate: calendarDate('2026-11-25'),
  }
  await open(undefined, { [billLine]: theirBill.toDetail({ pastDueNow }) })
  expect(
    await screen.findByText(
      '$50.00 of it was due on 11/03/2026. Pay it now: your service may be disconnected on 11/25/2026. The rest is due by 12/04/2026.',
    ),
  ).toBeDefined()
  expect(screen.queryByText(/Pay by/u)).toBeNull()
})

test('a bill that was paid asks for nothing', async () => {
  await open(undefined, { [billLine]: theirBill.toDetail({ amountDueNow: cents(0) }) })
  expect(await screen.findByText('Amount due: $0.00')).toBeDefined()
  expect(screen.getByText('No payment is due. Payments since this bill are already subtracted.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Pay this bill' })).toBeNull()
})

test('an older bill leaves what is due to the newest one', async () => {
  const { user, calls } = await open(undefined, { [billLine]: theirBill.toDetail({ amountDueNow: null }) })
  expect(await screen.findByText('Balance: $142.38')).toBeDefined()
  expect(screen.getByText('You have a newer bill. It shows what is due now.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Pay this bill' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'See your newest bill' }))
  await waitFor(() => {
    const asked = calls.filter(({ line }) => line === billsLine).map(({ address }) => queryOf(address))
    expect(asked.map((query) => query.get('from'))).toEqual(['2026-11-13', null])
  })
})

test('a bill can be paid and printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await open()
  const pay = await screen.findByRole('link', { name: 'Pay this bill' })
  expect(pay.getAttribute('href')).toBe('/billpayments/pay-multiple?accountno=000100200300')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('a bill does not lead to paying while there is no page for that', async () => {
  await open(
    undefined,
    {},
    'en',
    routes.filter(({ path }) => path !== '/billpayments/pay-multiple'),
  )
  await screen.findByRole('button', { name: 'Print' })
  expect(screen.queryByRole('link', { name: 'Pay this bill' })).toBeNull()
})

test('the PDF is asked for by the handle, the time in ticks and the start of the statement', async () => {
  vi.setSystemTime(new Date('2026-11-20T15:00:00Z'))
  const { user, calls } = await open(undefined, {
    [billPdfLine]: { fileName: 'bill.pdf', billViewUrlFileBytes: btoa('%PDF-1.7') },
  })
  await user.click(await screen.findByRole('button', { name: 'View PDF' }))
  expect(screen.getByRole('dialog', { name: 'Bill dated 11/13/2026' })).toBeDefined()
  await screen.findByText('Bill History File not found.')
  vi.useRealTimers()
  expect(bodyOf(calls.find((call) => call.line === billPdfLine))).toEqual({
    billViewUrl: 'handle-2026-11-13',
    timeTick: '639307836000000000',
    statementStartDate: '2026-10-12',
  })
})

test('replaces an expired handle without bothering the member', async () => {
  const handles: unknown[] = []
  const { user, calls } = await open(undefined, { [billPdfLine]: aProblem(404, 'Bill History File not found.') })
  await user.click(await screen.findByRole('button', { name: 'View PDF' }))
  await screen.findByText('Bill History File not found.')
  for (const call of calls) if (call.line === billPdfLine) handles.push(bodyOf(call))
  expect(handles).toHaveLength(2)
  expect(calls.filter((call) => call.line === billsLine)).toHaveLength(2)
})

test.each([
  ['without any bill', `/viewbill?accountno=${billAccount}`, billsOf()],
  [
    'whose bill may not be shown',
    `/viewbill?accountno=${billAccount}&date=2026-11-13`,
    billsOf(theirBill.toRow({ billViewUrl: '' })),
  ],
  ['and a day that is none', `/viewbill?accountno=${billAccount}&date=2026-02-30`, billsOf(theirBill.toRow())],
  ['that is not theirs', '/viewbill?accountno=999', billsOf(theirBill.toRow())],
])("an account %s leads to the page 'No Bill', with the documented sentence [RT-41]", async (_what, path, bills) => {
  const { address } = await open(path, { [billsLine]: bills })
  await screen.findByText(noBill)
  expect(address()).toBe('/no-bill')
  await waitFor(() => expect(document.title).toBe('No Bill'))
  expect(screen.getByRole('heading', { level: 1, name: 'No Bill' })).toBeDefined()
})

test('a visitor at the page without a bill is led to sign in [RT-41, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/no-bill', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fno-bill')
})

test('a bill of 400 lines for a name of 60 letters shows every line', async () => {
  const lines = Array.from({ length: 400 }, (_, place) => ({
    description: 'Same line',
    quantity: place,
    unit: 'kWh',
    amount: cents(place),
  }))
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'
  await open(undefined, {
    [billLine]: theirBill.toDetail({ lines, accountHolderName: name, usageKwh: null, previousBalance: null }),
  })
  await screen.findByText(name)
  expect(name).toHaveLength(60)
  expect(rows()).toHaveLength(400)
  expect(rows()[399]).toEqual(['Same line', '399 kWh', '$3.99'])
  expect(screen.queryByText('Usage')).toBeNull()
})

test('shows a failure, and retrying shows the bill', async () => {
  const answers: Record<string, unknown> = { [accountsLine]: theirAccounts(), [billsLine]: aProblem(500) }
  const { user } = await renderPortal({ path: '/viewbill', session: storedMember, answers })
  await screen.findByRole('alert')
  answers[billsLine] = billsOf(theirBill.toRow({ billDate: calendarDate('2026-10-13') }))
  answers[billLine] = theirBill.toDetail()
  answers[changeLine] = noChange
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Amount due: $142.38')).toBeDefined()
})

const aBank = {
  bankKwh: 300.5,
  bankValue: cents(1_860),
  expiresOn: calendarDate('2027-04-01'),
  trueUpOn: calendarDate('2027-03-31'),
}
const bankFacts = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])

test('a solar member’s bill has the energy bank after its period, with value, expiry and true-up date', async () => {
  await open(undefined, { [billLine]: theirBill.toDetail({ energyBank: aBank }) })
  await screen.findByText('Amount due: $142.38')
  expect(bankFacts('Your energy bank')).toEqual([
    ['Banked energy', '300.5 kWh'],
    ['Value', '$18.60'],
    ['Expires', '04/01/2027'],
    ['True-up date', '03/31/2027'],
  ])
  expect(screen.getByText(/ended on 11\/11\/2026\.$/u)).toBeDefined()
})

test('a bill leaves out what the cooperative does not give about the energy bank', async () => {
  const energyBank = { ...aBank, bankValue: null, expiresOn: null, trueUpOn: null }
  await open(undefined, { [billLine]: theirBill.toDetail({ energyBank }) })
  await screen.findByText('Amount due: $142.38')
  expect(bankFacts('Your energy bank')).toEqual([['Banked energy', '300.5 kWh']])
})

test('a bill has no energy bank without net metering', async () => {
  await open()
  await screen.findByText('Amount due: $142.38')
  expect(screen.queryByRole('region', { name: 'Your energy bank' })).toBeNull()
})

test('in Spanish the bill is Spanish', async () => {
  await loadTexts('es', 'bills')
  const lines = [{ description: 'Water charge', quantity: 1_200, unit: 'Gallons', amount: cents(1_200) }]
  await open(undefined, { [billLine]: { ...theirBill.toDetail({ energyBank: aBank }), lines } }, 'es')
  expect(await screen.findByText('Monto a pagar: $142.38')).toBeDefined()
  expect(factOf('Período de servicio')).toBe('Del 10/12/2026 al 11/11/2026')
  expect(screen.getByRole('cell', { name: '1,200 galones' })).toBeDefined()
  expect(screen.getByText('Water charge').lang).toBe('en')
  expect(bankFacts('Su banco de energía')[3]).toEqual(['Fecha de ajuste anual', '03/31/2027'])
})
