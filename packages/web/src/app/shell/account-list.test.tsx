import { paths } from '@coopline/contract/paths'
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { routeExists, type RouteTable } from '../../portal/route-table.tsx'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'
import { routes } from '../routes.tsx'

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

  it.each([paths.accountOverview(), paths.billingHistory(), paths.myProfile()])(
    'show a member the account list at %s [SH-46]',
    async (path) => {
      await openRoute(path)
      expect(accounts()?.textContent).toBe('100100101')
    },
  )

  it.each([
    paths.login(),
    paths.register(),
    paths.forgotPassword(),
    paths.forgotUsername(),
    paths.resetPassword(),
    paths.externalRedirect(),
  ])('show a member who comes to %s no account list [SH-48]', async (path) => {
    await openRoute(path)
    expect(accounts()).toBeNull()
  })

  const payment = [
    paths.quickPay(),
    paths.paymentOptions(),
    paths.paymentSuccess(),
    paths.paymentCancel(),
    paths.payMultiple(),
    paths.paymentProfile(),
    paths.scheduledPayments(),
    paths.scheduleSuccess(),
    paths.scheduleError(),
    paths.scheduleCancel(),
  ]
  // The others do not exist yet.
  const existing = payment.filter((path) => routeExists(routes, path))
  it.each(existing)('show a member who pays at %s no account list [SH-49]', async (path) => {
    await openRoute(path)
    expect(accounts()).toBeNull()
  })
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
