import { paths } from '@coopline/contract/paths'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import type { RouteTable } from '../../portal/page/route-table.tsx'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../test-support/their-account.ts'
import { routes } from '../routes.tsx'
import { AccountList } from './account-list.tsx'

const messageLine = 'GET /v3/site/contents/ccLetterReturnMessage'

const open = (path: string, session?: typeof aMember, table: RouteTable = routes) =>
  renderPortal({
    path,
    table,
    accountList: <p>100100101</p>,
    ...(session !== undefined && { session }),
  })

const accounts = () => screen.queryByRole('navigation', { name: 'Your accounts' })

test('a signed-in member sees the account list on an account page [SH-46]', async () => {
  await open('/accountoverview', aMember)
  expect(accounts()?.textContent).toBe('100100101')
})

test('a visitor sees no account list [SH-46]', async () => {
  await open('/services-products')
  expect(accounts()).toBeNull()
})

test('no account list on home [SH-47]', async () => {
  await open('/home', aMember)
  expect(accounts()).toBeNull()
})

describe('the routes of the portal', () => {
  /** Each route as it is, with a page that asks the server for nothing and leads nowhere. */
  const table: RouteTable = routes.map((entry) => ({
    ...entry,
    load: async () => ({ Page: () => <h1>Page at {entry.path}</h1> }),
  }))
  const openRoute = async (path: string) => {
    await renderPortal({ path, table, session: aMember, accountList: <p>100100101</p> })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Page at ${path}`)
  }

  const home = ['/', paths.home()]
  const loginLike = [
    paths.login(),
    paths.register(),
    paths.forgotPassword(),
    paths.forgotUsername(),
    paths.resetPassword(),
    paths.externalRedirect(),
  ]
  const payment = [
    paths.quickPay(),
    paths.paymentOptions(),
    paths.paymentSuccess(),
    paths.paymentCancel(),
    paths.payMultiple(),
    paths.paymentProfile(),
    paths.scheduleSuccess(),
    paths.scheduleError(),
    paths.scheduleCancel(),
  ]
  /** They lead elsewhere, or are about what their address names (REQ-D-338). */
  const others = [
    paths.accountList(),
    paths.aclaraJump(),
    paths.connectApp(),
    paths.unsubscribe(),
    paths.payBill(),
    paths.stopAutoPay(),
    paths.seeOutage(),
    paths.acceptAccess(),
    paths.sharedWithMe(),
    paths.sharedAccount(),
    paths.maintenance(),
  ]

  it('show a member the account list on every page but the exempt ones [SH-46, REQ-D-338]', () => {
    const exempt = [...home, ...loginLike, ...payment, ...others, paths.viewAllAccounts(), paths.directUsageTracker()]
    const without = routes.filter(({ staff, accountList }) => !staff && !accountList).map(({ path }) => path)
    expect(without.toSorted()).toEqual(exempt.toSorted())
  })

  it.each([
    paths.accountOverview(),
    paths.billingHistory(),
    paths.myProfile(),
    paths.scheduledPayments(),
    paths.letterReturn(),
    paths.applicationForService(),
  ])('show a member the account list at %s [SH-46]', async (path) => {
    await openRoute(path)
    expect(accounts()?.textContent).toBe('100100101')
  })

  it.each(loginLike)('show a member who comes to %s no account list [SH-48]', async (path) => {
    await openRoute(path)
    expect(accounts()).toBeNull()
  })

  it.each(payment)('show a member who pays at %s no account list [SH-49]', async (path) => {
    await openRoute(path)
    expect(accounts()).toBeNull()
  })
})

test('choosing an account on a public page selects it and keeps what is typed there', async () => {
  const another = theirAccount.toListed({ accountNumber: '200', isPrimaryAccount: false, serviceAddress: '7 Barn Rd' })
  const { user } = await renderPortal({
    path: paths.letterReturn(),
    session: storedMember,
    accountList: <AccountList />,
    answers: { [accountsLine]: theirAccounts(theirAccount.toListed(), another), [messageLine]: { content: [] } },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Letter ID' }), '77')
  await user.click(screen.getByRole('button', { name: /7 Barn Rd/u }))
  expect((await screen.findByRole('button', { name: /7 Barn Rd/u })).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Letter ID' }).value).toBe('77')
})

test.each([
  ['/accountoverview', 'while the accounts do not load'],
  ['/no-bill', 'while the accounts do not load, and the page needs none'],
])('%s has no error text in the shell %s: the page itself says what is missing [EC-02]', async (path) => {
  await renderPortal({ path, session: storedMember, accountList: <AccountList />, answers: {} })
  await waitFor(() => expect(document.querySelector('[data-accounts="none"]')).not.toBeNull())
  const shell = document.createElement('div')
  shell.append(
    ...[...document.querySelectorAll('header, [data-ui="account-list"], footer')].map((part) => part.cloneNode(true)),
  )
  expect(within(shell).queryByRole('alert')).toBeNull()
  expect(accounts()?.textContent).toBe('')
})

test('hides the account list on the direct usage tracker but not on the usage tracker [SH-51]', async () => {
  await open('/direct-usage-tracker', aMember)
  expect(accounts()).toBeNull()
  cleanup()
  await open('/usage-tracker', aMember)
  expect(accounts()?.textContent).toBe('100100101')
})

test('no account list on /view-all-accounts [SH-50]', async () => {
  await open('/view-all-accounts', aMember)
  expect(accounts()).toBeNull()
})
