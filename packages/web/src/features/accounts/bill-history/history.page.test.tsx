import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, aProblem, queryOf } from '../../../test-support/answers.ts'
import {
  aPaymentRow,
  billAccount,
  billedAccount,
  billPdfLine,
  billsLine,
  infoLine,
  paymentsLine,
  theirBill,
} from '../../../test-support/bill-answers.ts'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

vi.mock('../../../portal/document-viewer/open-pdf.ts', () => ({
  openPdf: async () => Promise.reject(new Error('no canvas')),
}))

const bills = Array.from({ length: 230 }, (_, age) =>
  theirBill.toRow({
    billDate: addDays(calendarDate('2026-11-13'), -30 * age),
    billViewUrl: age === 2 ? '' : `handle-${age}`,
  }),
)
const payments = [
  aPaymentRow(),
  aPaymentRow({ reference: '=HYPERLINK("x")', method: 'Card, ending 4242', paymentAmount: cents(-500) }),
]

/** Answers a page of rows as the service does. */
const paged =
  <Row,>(rows: readonly Row[]) =>
  (address: string) => {
    const query = queryOf(address)
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)]
    return { results: rows.slice((page - 1) * size, page * size), totalRecords: rows.length }
  }

const open = async (path = '/billpayments/history', answers: Answers = {}, language: Language = 'en') =>
  renderPortal({
    path,
    session: storedMember,
    language,
    visits: ['/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [infoLine]: billedAccount.toInfo(),
      [billsLine]: paged(bills),
      [paymentsLine]: paged(payments),
      ...answers,
    },
  })

const lastQuery = (calls: Awaited<ReturnType<typeof open>>['calls'], line: string) =>
  Object.fromEntries(queryOf(calls.findLast((call) => call.line === line)?.address ?? ''))

test('bills are listed ten at a time, each as a page and as a PDF [RT-26]', async () => {
  const { calls, user } = await open()
  const table = within(await screen.findByRole('table', { name: 'Bills' }))
  expect(table.getAllByRole('row')).toHaveLength(11)
  expect(screen.getByRole('heading', { level: 1, name: 'Billing & Payment History' })).toBeDefined()
  expect(screen.getByText(`Account ${billAccount} · 1400 Prairie View Rd, Cloverdale, WI 54001`)).toBeDefined()
  expect(table.getByRole('link', { name: 'View bill dated 11/13/2026' }).getAttribute('href')).toBe(
    `/viewbill?accountno=${billAccount}&date=2026-11-13`,
  )
  expect(table.getAllByText('Not available')).toHaveLength(1)
  expect(lastQuery(calls, billsLine)).toEqual({ page: '1', pageSize: '10' })
  await user.click(table.getByRole('button', { name: 'PDF dated 11/13/2026' }))
  expect(screen.getByRole('dialog', { name: 'Bill dated 11/13/2026' })).toBeDefined()
  await screen.findByRole('alert')
  expect(calls.some((call) => call.line === billPdfLine)).toBe(true)
})

test('the service is asked for the page and the number of rows that were chosen', async () => {
  const { calls, user } = await open()
  await screen.findByText('1–10 of 230')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('11–20 of 230')
  expect(lastQuery(calls, billsLine)).toEqual({ page: '2', pageSize: '10' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '50')
  await screen.findByText('1–50 of 230')
  expect(lastQuery(calls, billsLine)).toEqual({ page: '1', pageSize: '50' })
})

test('filters by dates, and refuses a last day before the first without a call', async () => {
  const { calls, user } = await open()
  await screen.findByRole('table', { name: 'Bills' })
  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')]
  fireEvent.change(from, { target: { value: '2026-06-01' } })
  fireEvent.change(to, { target: { value: '2026-05-01' } })
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('The To date must be on or after the From date.')).toBeDefined()
  expect(calls).toHaveLength(before)
  fireEvent.change(to, { target: { value: '2026-08-31' } })
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() =>
    expect(lastQuery(calls, billsLine)).toEqual({ from: '2026-06-01', to: '2026-08-31', page: '1', pageSize: '10' }),
  )
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText('1–10 of 230')
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('')
})

test('payments have a table of their own [RT-26]', async () => {
  const { user, calls } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Payments' }))
  const table = within(await screen.findByRole('table', { name: 'Payments' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Date', 'Method', 'Reference', 'Amount'],
    ['11/02/2026', 'Check', 'P-1', '$131.02'],
    ['11/02/2026', 'Card, ending 4242', '=HYPERLINK("x")', '-$5.00'],
  ])
  expect(lastQuery(calls, paymentsLine)).toEqual({ page: '1', pageSize: '10' })
})

/** The files that the page hands the browser, by name. */
function savedFiles(): Map<string, Promise<string>> {
  const [blobs, saved] = [new Map<string, Blob>(), new Map<string, Promise<string>>()]
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:${blobs.size}`
    blobs.set(address, blob as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.set(this.download, blobs.get(this.href)?.text() ?? Promise.resolve(''))
  })
  return saved
}

test('payments are saved as CSV in which no text is a formula [SEC-58]', async () => {
  const saved = savedFiles()
  const { user } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Payments' }))
  await user.click((await screen.findAllByRole('button', { name: /Download as CSV/u })).at(-1) as HTMLElement)
  await waitFor(() => expect(saved.size).toBe(1))
  expect(await saved.get(`payments-${billAccount}.csv`)).toBe(
    '\uFEFFDate,Method,Reference,Amount\r\n2026-11-02,Check,P-1,131.02\r\n' +
      `2026-11-02,"Card, ending 4242","'=HYPERLINK(""x"")",-5.00\r\n`,
  )
})

test('the file of bills contains every bill of the chosen dates, not only the page on the screen', async () => {
  const saved = savedFiles()
  const { user, calls } = await open()
  await screen.findByRole('table', { name: 'Bills' })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2001-01-01' } })
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await user.click(await screen.findByRole('button', { name: /Download as CSV/u }))
  await waitFor(() => expect(saved.size).toBe(1))
  const lines = (await saved.get(`bills-${billAccount}.csv`))?.split('\r\n') ?? []
  expect(lines).toHaveLength(232)
  expect(lines.slice(0, 2)).toEqual([
    '\uFEFFBill date,Due date,Type,Amount,Balance',
    '2026-11-13,2026-12-04,Standard,142.37,142.38',
  ])
  expect(lastQuery(calls, billsLine)).toEqual({ from: '2001-01-01', page: '3', pageSize: '100' })
})

test('navto=budget-average opens budget or average billing, with its figures [RT-26]', async () => {
  await open('/billpayments/history?navto=budget-average', {
    [infoLine]: billedAccount.toInfo({ billingType: 'Budget', yearToDateBudgetDifference: cents(-3_410) }),
  })
  const tab = await screen.findByRole('tab', { name: 'Budget billing' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  // As on the overview, where the words say in whose favor it is.
  expect(await screen.findByText('$34.10')).toBeDefined()
  expect(screen.getByText('Your usage this year cost this much less than we billed you.')).toBeDefined()
  const table = within(screen.getByRole('table', { name: 'Last 12 bills' }))
  expect(table.getAllByRole('row')).toHaveLength(13)
})

test('an account without such billing says so when it is asked for, and has no tab for it otherwise', async () => {
  await open('/billpayments/history?navto=budget-average')
  expect(await screen.findByText('This account does not have budget or average billing.')).toBeDefined()
})

test('an account without a bill says what would be here', async () => {
  await open(undefined, { [billsLine]: { results: [], totalRecords: 0 } })
  expect(await screen.findByText('Your bills will appear here after your first bill.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Download as CSV/u })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Budget billing' })).toBeNull()
})

test('shows a failure that can be retried', async () => {
  await open(undefined, { [billsLine]: aProblem(500) })
  expect(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a visitor is led to sign in and back [RT-26, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/billpayments/history?navto=budget-average', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fhistory%3Fnavto%3Dbudget-average')
})

test('in Spanish the type of billing is Spanish', async () => {
  await loadTexts('es', 'billHistory')
  const account = billedAccount.toInfo({ billingType: 'Budget', yearToDateBudgetDifference: cents(-3_410) })
  await open('/billpayments/history?navto=budget-average', { [infoLine]: account }, 'es')
  expect(await screen.findByText('Presupuestada')).toBeDefined()
})

test('in Spanish the history is Spanish', async () => {
  await loadTexts('es', 'billHistory')
  await open(undefined, {}, 'es')
  expect(await screen.findByRole('table', { name: 'Facturas' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Historial de facturas y pagos' })).toBeDefined()
})
