import { cents } from '@coopline/rules/kernel/money'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aProblem, queryOf } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const totalsLine = 'GET /v3/members/M1001/accounts/totals'
const someTotals = { totalRecords: 60, totalOwed: cents(612_345), totalPastDue: cents(4_000) }
const number = (place: number) => String(100 + place)
const sixty = Array.from({ length: 60 }, (_, place) =>
  theirAccount.toListed({ accountNumber: number(place), isPrimaryAccount: place === 0 }),
)

/** As the service answers: a page of what was found. */
const answer = (address: string) => {
  const query = queryOf(address)
  const found = sixty.filter(({ accountNumber }) => accountNumber.includes(query.get('search') ?? ''))
  const size = Number(query.get('pageSize'))
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { results: found.slice(start, start + size), totalRecords: found.length }
}

async function open(path = '/view-all-accounts', answers: Readonly<Record<string, unknown>> = {}) {
  const changeable: Record<string, unknown> = { [accountsLine]: answer, [totalsLine]: someTotals, ...answers }
  const visits = ['/accountoverview', '/view-all-accounts', '/login']
  const portal = await renderPortal({ path, session: storedMember, answers: changeable, visits })
  const lists = () => portal.calls.filter(({ line }) => line === accountsLine).map(({ address }) => queryOf(address))
  return { ...portal, answers: changeable, lists }
}

const numbers = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.slice(0, 3))
const shows = async (...expected: readonly number[]) =>
  waitFor(() => expect(numbers()).toEqual(expected.map((place) => number(place))))
const firstTen = Array.from({ length: 10 }, (_, place) => place)
const press = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search your accounts' })

test('/view-all-accounts shows a member ten of their accounts [RT-38]', async () => {
  const { lists } = await open()
  await shows(...firstTen)
  expect(screen.getByRole('heading', { level: 1, name: 'All Accounts' })).toBeDefined()
  expect(screen.getByText('1–10 of 60')).toBeDefined()
  expect([lists()[0]?.get('page'), lists()[0]?.get('pageSize')]).toEqual(['1', '10'])
})

test('a visitor is sent to sign in, and would come back [RT-38]', async () => {
  const { address } = await renderPortal({ path: '/view-all-accounts?page=2', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fview-all-accounts%3Fpage%3D2')
})

test('the balance of a prepaid account is not called a credit, and has the cooperative’s name for it', async () => {
  const prepaid = { isPrepaidAccount: 'Y', accountBalance: cents(-500) } as const
  const named = theirAccount.toListed({ ...prepaid, prepaidLabel: 'Pay As You Go' })
  await open('/view-all-accounts', {
    [accountsLine]: theirAccounts(named, theirAccount.toListed({ ...prepaid, accountNumber: '2' })),
  })
  expect(await screen.findByText('Pay As You Go')).toBeDefined()
  expect(screen.getByText('Prepaid balance')).toBeDefined()
  expect(screen.queryByText('Credit')).toBeNull()
})

test('/account-list leads a member to all accounts with its query [RT-37]', async () => {
  const { address } = await open('/account-list?search=15')
  await shows(15, 50, 51, 52, 53, 54, 55, 56, 57, 58)
  expect(address()).toBe('/view-all-accounts?search=15')
})

test('/account-list asks a visitor to sign in first [RT-37]', async () => {
  const { address } = await renderPortal({ path: '/account-list', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Faccount-list')
})

test('a row shows holder, address, amount due, past due amount, due date and status', async () => {
  const account = theirAccount.toListed({ derivedStatus: 'Past Due', pastDueAmount: cents(2_000) })
  const credit = theirAccount.toListed({
    accountNumber: '000000000002',
    isPrimaryAccount: false,
    accountBalance: cents(-500),
    dueDate: null,
  })
  await open('/view-all-accounts', { [accountsLine]: theirAccounts(account, credit) })
  const [first, second] = (await screen.findAllByRole('rowheader')).map((header) => header.closest('tr')?.textContent)
  expect(first).toBe(
    '000100200300Primary accountAda Lindqvist1400 Prairie View Rd, Cloverdale, WI 54001ElectricPast Due$152.34$20.0003/18/2099',
  )
  expect(second).toContain('-$5.00Credit$0.00None')
})

test('each row leads to the overview of its account, which knows where the member came from', async () => {
  const { user, address } = await open()
  await shows(...firstTen)
  const link = screen.getByRole('link', { name: '103' })
  expect(link.getAttribute('href')).toBe('/accountoverview?accountno=103&isFromViewAllAccounts=true')
  await user.click(link)
  await waitFor(() => expect(address()).toContain('/accountoverview'))
})

test('the total of all accounts shows above the list, even during a search', async () => {
  await open('/view-all-accounts?search=zzz')
  expect(await screen.findByText('$6,123.45')).toBeDefined()
  expect(screen.getByText('$40.00')).toBeDefined()
})

test('typing searches once the member pauses, from the first page, in the same step of the history', async () => {
  const { user, address, lists } = await open('/view-all-accounts?page=3')
  await shows(20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
  const before = window.history.length
  await user.type(field(), '105')
  await shows(5)
  expect(address()).toBe('/view-all-accounts?search=105')
  expect(window.history.length).toBe(before)
  expect(lists().map((query) => query.get('search'))).toEqual([null, '105'])
  expect(document.activeElement).toBe(field())
})

test('Enter searches at once', async () => {
  const { user, address } = await open()
  await shows(...firstTen)
  await user.type(field(), '159{Enter}')
  await waitFor(() => expect(address()).toBe('/view-all-accounts?search=159'))
})

test('a search that finds nothing says so, and what can be searched', async () => {
  await open('/view-all-accounts?search=zzz')
  expect(
    await screen.findByText(
      'No accounts match “zzz”. Try part of an account number, a name, a street or a service type such as Water.',
    ),
  ).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test('a member without an account reads the documented sentence and what will be here [EM-02]', async () => {
  await open('/view-all-accounts', { [accountsLine]: { results: [], totalRecords: 0 } })
  expect(await screen.findByText('There are no accounts available...!')).toBeDefined()
  expect(screen.getByText(/^Your accounts will appear here\. No utility account is linked/u)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a header puts the accounts in its order, then the other way round, from the first page', async () => {
  const { user, address, lists } = await open('/view-all-accounts?page=2')
  await shows(10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
  await user.click(press('Balance'))
  await waitFor(() => expect(address()).toBe('/view-all-accounts?sort=accountBalance&order=asc'))
  expect(screen.getByRole('columnheader', { name: 'Balance' }).getAttribute('aria-sort')).toBe('ascending')
  await user.click(press('Balance'))
  await waitFor(() => expect(address()).toBe('/view-all-accounts?sort=accountBalance&order=desc'))
  const lastQuery = lists().at(-1)
  expect([lastQuery?.get('sort'), lastQuery?.get('order'), lastQuery?.get('page')]).toEqual([
    'accountBalance',
    'desc',
    '1',
  ])
})

test('the address holds the page number, so Back returns to the previous page', async () => {
  const { user, address, goBack } = await open()
  await shows(...firstTen)
  await user.click(press('Page 6'))
  await shows(50, 51, 52, 53, 54, 55, 56, 57, 58, 59)
  expect(address()).toBe('/view-all-accounts?page=6')
  await goBack()
  expect(address()).toBe('/view-all-accounts')
  await shows(...firstTen)
})

test('Back brings an earlier search back into the field', async () => {
  const { user, address, goBack } = await open()
  await shows(...firstTen)
  await user.type(field(), '10{Enter}')
  await waitFor(() => expect(address()).toBe('/view-all-accounts?search=10'))
  await user.click(press('Balance'))
  await waitFor(() => expect(address()).toContain('sort='))
  await user.type(field(), '5{Enter}')
  await waitFor(() => expect(address()).toContain('search=105'))
  await goBack()
  expect(address()).toBe('/view-all-accounts?search=10')
  expect(field().value).toBe('10')
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(address()).toBe('/view-all-accounts?search=10')
})

test('a page shows 5, 10, 25 or 100 accounts', async () => {
  const { user, address } = await open()
  await shows(...firstTen)
  const size = screen.getByRole('combobox', { name: 'Rows per page' })
  expect(
    within(size)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['5', '10', '25', '100'])
  await user.selectOptions(size, '5')
  await shows(0, 1, 2, 3, 4)
  expect(address()).toBe('/view-all-accounts?pageSize=5')
})

test('an address that names a page beyond the last shows the last', async () => {
  const { address } = await open('/view-all-accounts?page=99')
  await shows(50, 51, 52, 53, 54, 55, 56, 57, 58, 59)
  expect(address()).toBe('/view-all-accounts?page=6')
})

test('while another page loads, the rows stay and the table is marked as busy', async () => {
  const { user, answers } = await open()
  await shows(...firstTen)
  answers[accountsLine] = new Promise(() => undefined)
  await user.click(press('Page 2'))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
  expect(numbers()).toHaveLength(10)
})

test('an alert reports a failure, and retrying shows the accounts', async () => {
  const { user, answers } = await open('/view-all-accounts', { [accountsLine]: aProblem(500) })
  const alert = within(await screen.findByRole('alert'))
  answers[accountsLine] = answer
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await shows(...firstTen)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('in Spanish statuses and types are Spanish too, and a type is searched by its Spanish name', async () => {
  // A page that another test has loaded in one language does not wait for the other.
  await loadTexts('es', 'accounts')
  const water = theirAccount.toListed({ accountType: 'Water', derivedStatus: 'Disconnected' })
  const { calls } = await renderPortal({
    path: '/view-all-accounts?search=agua',
    session: storedMember,
    answers: { [accountsLine]: theirAccounts(water), [totalsLine]: someTotals },
    language: 'es',
  })
  expect(await screen.findByText('Agua')).toBeDefined()
  expect(screen.getByText('Desconectada')).toBeDefined()
  const lastQuery = calls.find(({ line }) => line === accountsLine)
  expect(queryOf(lastQuery?.address ?? '').get('search')).toBe('Water')
})
