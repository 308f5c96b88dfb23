import type { Delinquent } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccountList } from '../../../app/shell/account-list.tsx'
import type { OpenPdf } from '../../../portal/document-viewer/open-pdf.ts'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { type Answers, aProblem, queryOf } from '../../../test-support/answers.ts'
import { billAccount, billedAccount, infoLine } from '../../../test-support/bill-answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const openPdf = vi.hoisted(() => vi.fn<(bytes: Uint8Array) => Promise<OpenPdf>>())
vi.mock('../../../portal/document-viewer/open-pdf.ts', () => ({ openPdf, forgetPicture: () => undefined }))

const other = '000100200301'
const lineOf = (account: string) => `GET /v3/members/M1001/accounts/${account}/delinquents`
const pdfLine = 'POST /v3/members/M1001/delinquents/pdf'

const aDelinquent = (changes: Partial<Delinquent> = {}): Delinquent => ({
  billDate: calendarDate('2026-09-13'),
  pastDue: cents(15_790),
  lateFee: cents(237),
  cutoffDate: calendarDate('2026-10-20'),
  delinquentViewUrl: 'handle-1',
  delinquentProcessedDate: calendarDate('2026-10-05'),
  ...changes,
})

const three = [
  aDelinquent(),
  aDelinquent({
    billDate: calendarDate('2026-02-13'),
    pastDue: cents(9_000),
    lateFee: cents(500),
    cutoffDate: null,
    delinquentViewUrl: 'handle-2',
  }),
  aDelinquent({
    billDate: calendarDate('2025-05-13'),
    pastDue: cents(112_345),
    lateFee: cents(0),
    cutoffDate: calendarDate('2025-06-20'),
    delinquentViewUrl: '',
  }),
]

const open = async (
  answers: Answers = {},
  { isOpen = true, language = 'en' }: { readonly isOpen?: boolean; readonly language?: Language } = {},
) =>
  renderPortal({
    path: '/delinquent-history',
    site: aSite({ configuration: { isOnlineDelinquentView: isOpen } }),
    session: storedMember,
    language,
    accountList: <AccountList />,
    visits: ['/accountoverview', '/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [infoLine]: billedAccount.toInfo(),
      [lineOf(billAccount)]: { results: three },
      ...answers,
    },
  })

const table = async () => within(await screen.findByRole('table', { name: 'Delinquents' }))
const rows = async () =>
  (await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const days = async () => (await rows()).map(([day]) => day)

test("the page is titled 'Delinquents' [RT-57, RU-15]", async () => {
  await open()
  await table()
  expect(document.title).toBe('Delinquents')
  expect(screen.getByRole('heading', { level: 1, name: 'Delinquents' })).toBeDefined()
})

test('a visitor is led to sign in [RT-57, RU-16]', async () => {
  const { address } = await renderPortal({ path: '/delinquent-history', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fdelinquent-history')
})

test('the five columns are headed as documented', async () => {
  await open()
  expect((await table()).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Bill Date',
    'Past Due',
    'Late Fee',
    'Cutoff Date',
    'Document',
  ])
})

test('bill date and cutoff date are shown as MM/dd/yyyy [DH-03, DH-06]', async () => {
  await open()
  expect((await rows()).map(([billDate, , , cutoffDate]) => [billDate, cutoffDate])).toEqual([
    ['09/13/2026', '10/20/2026'],
    ['02/13/2026', ''],
    ['05/13/2025', '06/20/2025'],
  ])
})

test('past due and late fee are shown in dollars [DH-04, DH-05]', async () => {
  await open()
  expect((await rows()).map(([, pastDue, lateFee]) => [pastDue, lateFee])).toEqual([
    ['$157.90', '$2.37'],
    ['$90.00', '$5.00'],
    ['$1,123.45', '$0.00'],
  ])
})

test('each row has a button for its PDF, but for one without a view URL [DH-01, DH-02, DH-11]', async () => {
  await open()
  const buttons = (await table()).getAllByRole('button', { name: /View PDF/u })
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'View PDF dated 09/13/2026',
    'View PDF dated 02/13/2026',
  ])
})

test('the table can be put in the order of each of its columns, both ways [DH-07]', async () => {
  const { user } = await open()
  const order: Record<string, readonly (string | null | undefined)[]> = {}
  for (const name of ['Past Due', 'Late Fee', 'Cutoff Date', 'Bill Date']) {
    await user.click((await table()).getByRole('button', { name }))
    order[name] = await days()
  }
  expect(order).toEqual({
    'Past Due': ['02/13/2026', '09/13/2026', '05/13/2025'],
    'Late Fee': ['05/13/2025', '09/13/2026', '02/13/2026'],
    'Cutoff Date': ['02/13/2026', '05/13/2025', '09/13/2026'],
    'Bill Date': ['05/13/2025', '02/13/2026', '09/13/2026'],
  })
  await user.click((await table()).getByRole('button', { name: 'Bill Date' }))
  expect(await days()).toEqual(['09/13/2026', '02/13/2026', '05/13/2025'])
})

const many = Array.from({ length: 30 }, (_, age) =>
  aDelinquent({ billDate: addDays(calendarDate('2026-09-13'), -30 * age) }),
)

test('ten rows stand on a page, or 5, 25 or 100 [DH-08, DH-09]', async () => {
  const { user } = await open({ [lineOf(billAccount)]: { results: many } })
  expect(await days()).toHaveLength(10)
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  expect(
    within(sizes)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['5', '10', '25', '100'])
  await user.selectOptions(sizes, '5')
  expect(await days()).toHaveLength(5)
  await user.selectOptions(sizes, '25')
  expect(await days()).toHaveLength(25)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await days()).toHaveLength(5)
  await user.selectOptions(sizes, '100')
  expect(await days()).toHaveLength(30)
})

test("says 'There are no delinquents available.' when there are none [DH-10]", async () => {
  await open({ [lineOf(billAccount)]: { results: [] } })
  expect(await screen.findByText('There are no delinquents available.')).toBeDefined()
})

const aDocument = (): OpenPdf => ({
  pageCount: 1,
  widthOf: async () => 612,
  drawPage: async () => ({ picture: document.createElement('canvas'), text: document.createElement('div') }),
  printPage: async () => new Blob([]),
  close: async () => undefined,
})

const openDocument = async () => {
  openPdf.mockResolvedValue(aDocument())
  vi.setSystemTime(new Date('2026-11-20T15:00:00Z'))
  const portal = await open({
    [pdfLine]: { fileName: 'delinquent-1.pdf', delinquentViewUrlFileBytes: btoa('%PDF-1.7 notice') },
  })
  await portal.user.click((await table()).getByRole('button', { name: 'View PDF dated 09/13/2026' }))
  const dialog = await screen.findByRole('dialog', { name: 'Past-due bill dated 09/13/2026' })
  await waitFor(() => expect(screen.getByRole('toolbar')).toBeDefined())
  vi.useRealTimers()
  return { ...portal, dialog }
}

test('a PDF is asked for by view URL, ticks and processed date, and shown from its bytes [DH-20, DH-21]', async () => {
  const { calls } = await openDocument()
  expect(bodyOf(calls.find((call) => call.line === pdfLine))).toEqual({
    delinquentViewUrl: 'handle-1',
    timeTick: '639307836000000000',
    delinquentProcessedDate: '2026-10-05',
  })
  expect(openPdf).toHaveBeenLastCalledWith(new TextEncoder().encode('%PDF-1.7 notice'))
})

test('a press outside leaves the PDF open; the cross and Escape close it [DH-13, DH-14]', async () => {
  const { user, dialog } = await openDocument()
  await user.click(dialog)
  expect(screen.getByRole('dialog')).toBe(dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click((await table()).getByRole('button', { name: 'View PDF dated 09/13/2026' }))
  const again = await screen.findByRole('dialog')
  act(() => void again.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the PDF can be saved under its name, and neither changed nor replaced by another file [DH-15, DH-16, DH-17]', async () => {
  const { user, dialog } = await openDocument()
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await user.click(within(dialog).getByRole('button', { name: 'Download' }))
  expect(saved).toEqual(['delinquent-1.pdf'])
  expect(dialog.querySelectorAll('input, textarea, [contenteditable]')).toHaveLength(0)
  expect(within(dialog).queryByRole('button', { name: /open|edit|sign|draw|highlight/iu })).toBeNull()
})

test("says 'Delinquent File not found.' when the PDF does not load [DH-24]", async () => {
  const { user } = await open({ [pdfLine]: aProblem(404) })
  await user.click((await table()).getByRole('button', { name: 'View PDF dated 09/13/2026' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Delinquent File not found.')
})

test.each([
  ['the history', { [lineOf(billAccount)]: aProblem(500) }],
  ['the account info', { [infoLine]: aProblem(500) }],
])('when %s fails, the page shows the documented sentence and no table [DH-22, DH-23]', async (_what, failing) => {
  await open(failing)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We are unable to process your request at this time. Please contact customer support.',
  )
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('There are no delinquents available.')).toBeNull()
})

test('shows another account with its own info and history [DH-18, DH-19, AS-23]', async () => {
  const both = [
    theirAccount.toListed(),
    theirAccount.toListed({ accountNumber: other, isPrimaryAccount: false, serviceAddress: '7 Barn Rd' }),
  ]
  const { user, calls } = await open({
    [accountsLine]: (address: string) =>
      theirAccounts(...(queryOf(address).get('first') === other ? both.toReversed() : both)),
    [`GET /v3/members/M1001/accounts/${other}`]: billedAccount.toInfo({
      accountHolderName: 'The Barn',
      derivedStatus: 'Past Due',
    }),
    [lineOf(other)]: { results: [aDelinquent({ billDate: calendarDate('2024-01-31') })] },
  })
  expect(await screen.findByText('Ada Lindqvist · Active')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /7 Barn Rd/u }))
  expect(await screen.findByText('The Barn · Past Due')).toBeDefined()
  expect(await days()).toEqual(['01/31/2024'])
  expect(calls.some((call) => call.line === `GET /v3/members/M1001/accounts/${other}`)).toBe(true)
  expect(calls.some((call) => call.line === lineOf(other))).toBe(true)
})

test('with isOnlineDelinquentView off the page leads to the account overview and asks nothing [DH-25]', async () => {
  const { address, calls } = await open({}, { isOpen: false })
  expect(address()).toBe('/accountoverview')
  expect(calls.some((call) => call.line === lineOf(billAccount))).toBe(false)
})

test('in Spanish the status of the account is Spanish', async () => {
  await loadTexts('es', 'delinquentHistory')
  await open({}, { language: 'es' })
  expect(await screen.findByText('Ada Lindqvist · Activa')).toBeDefined()
})

test('in Spanish the page is Spanish', async () => {
  await loadTexts('es', 'delinquentHistory')
  await open({ [lineOf(billAccount)]: aProblem(500) }, { language: 'es' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No podemos procesar su solicitud en este momento. Comuníquese con atención al cliente.',
  )
})
