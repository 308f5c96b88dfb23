import { paths } from '@coopline/contract/paths'
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { findRoute } from '../portal/route-table.tsx'
import { aMember, renderPortal } from '../test-support/render-portal.tsx'
import { routes } from './routes.tsx'

const pageAt = (path: string) => {
  const entry = findRoute(routes, path)
  if (entry === undefined) throw new Error(`No route shows ${path}`)
  return entry
}

/** Renders each portal route as a page that shows only its path. */
const bare = routes.map((entry) => ({ ...entry, load: async () => ({ Page: () => <h1>Page at {entry.path}</h1> }) }))
const shownAt = async (path: string, session?: typeof aMember) => {
  const { address } = await renderPortal({
    path,
    table: bare,
    visits: ['/login', '/home'],
    ...(session && { session }),
  })
  return { address: address(), heading: screen.getByRole('heading', { level: 1 }).textContent }
}

describe('document titles', () => {
  const quoted: readonly (readonly [path: string, title: string])[] = [
    ['/', 'Home'],
    ['/home', 'Home'],
    ['/payment-options', 'Payment Options'],
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/forgot-password', 'Forgot Password'],
    ['/forgot-username', 'Forgot Username'],
    ['/reset-password', 'Reset Password'],
    ['/payment-success', 'Payment Success'],
    ['/payment-cancel', 'Payment Cancel'],
    ['/account-profile', 'Account Profile'],
    ['/accountoverview', 'Account Overview'],
    ['/accountoverview/mymeter', 'Account Overview'],
    ['/my-profile', 'My Profile'],
    ['/draft-payments', 'Draft Payments'],
    ['/outage-status', 'Outage Status'],
    ['/viewbill', 'View Bill'],
    ['/no-bill', 'No Bill'],
    ['/scheduled-payments', 'Scheduled Payments'],
    ['/operation-roundup', 'Operation RoundUp'],
    ['/levelized-billing', 'Average Billing'],
    ['/maint', 'System Under Maintenance'],
    ['/service-requests', 'Service Requests'],
    ['/quick-pay', 'Quick Pay'],
    ['/services-products', 'Services & Products'],
    ['/member-info-docs', 'Member Information Documents'],
    ['/legal-terms', 'Legal Statement'],
    ['/delinquent-history', 'Delinquents'],
    ['/cc-letterreturn', 'Capital Credit Letter Return'],
    ['/unclaimed-capital-credit', 'Unclaimed Capital Credits'],
  ]
  it.each(quoted)('%s has the documented title: %s [RT-62]', async (path, title) => {
    await shownAt(path, aMember)
    expect(document.title).toBe(title)
  })

  const untitled = [paths.aclaraJump(), paths.externalRedirect(), paths.accountList(), paths.notifications()]
  it.each(untitled)(
    '%s leads elsewhere: it has no title of its own and uses the cooperative’s name [RT-62]',
    async (path) => {
      await shownAt(path, aMember)
      expect(document.title).toBe('Prairie Ridge Electric Cooperative')
    },
  )

  it('names pages without a documented title by their heading, so that no two pages share one [REQ-D-302]', async () => {
    const given = [
      [paths.payMultiple(), 'Make a payment'],
      [paths.billingHistory(), 'Billing & Payment History'],
      [paths.autoPay(), 'AutoPay'],
      [paths.paymentProfile(), 'Payment Profile'],
      [paths.viewDeposits(), 'Deposits'],
      [paths.capitalCredits(), 'Capital credits'],
      [paths.viewArrangements(), 'Arrangements'],
      [paths.viewAllAccounts(), 'All Accounts'],
      [paths.accountManagement(), 'Account Management'],
      [paths.selectServiceType(), 'New Service'],
      [paths.applicationForService(), 'Application For Service'],
    ] as const
    const titles = new Map(quoted.map(([path, title]) => [title, path]))
    for (const [path, title] of given) {
      await shownAt(path, aMember)
      expect(document.title).toBe(title)
      expect(titles.get(title)).toBeUndefined()
      titles.set(title, path)
      cleanup()
    }
  })
})

describe('pages for visitors', () => {
  it.each([
    '/quick-pay',
    '/forgot-username',
    '/services-products',
    '/legal-terms',
    '/cc-letterreturn',
    '/unclaimed-capital-credit',
    '/maint',
    '/login',
    '/register',
  ])('%s opens without signing in [RU-31, RU-03]', async (path) => {
    const { address } = await renderPortal({
      path,
      visits: ['/login', '/home'],
      answers: {
        'GET /v3/site/maintenance': { underMaintenance: true },
        'GET /v3/site/contents/legalContent': { key: 'legalContent', content: ['Be kind.'] },
      },
    })
    expect(address()).toBe(path)
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  })
})

describe('pages for members', () => {
  it.each([paths.usageTracker(), paths.directUsageTracker()])(
    '%s redirects a visitor to sign in and opens for a member [RT-47, RU-06, RU-03]',
    async (path) => {
      expect((await shownAt(path)).address).toBe(`/login?returnUrl=${encodeURIComponent(path)}`)
      expect(pageAt(path).guarded).toBe(true)
    },
  )

  it('opens the usage tracker for a member [RT-47, RU-06]', async () => {
    expect(await shownAt(paths.usageTracker(), aMember)).toEqual({
      address: '/usage-tracker',
      heading: 'Page at /usage-tracker',
    })
  })
})

test.each(['/login', '/register', '/account-management', '/forgot-password', '/outage-status', '/service-requests'])(
  '%s shows its page at that address, and so does its short form [RT-14]',
  async (path) => {
    expect(await shownAt(path, aMember)).toEqual({ address: path, heading: `Page at ${path}` })
    cleanup()
    expect(await shownAt(`/pages${path}`, aMember)).toEqual({ address: path, heading: `Page at ${path}` })
  },
)

describe('the parts of the portal', () => {
  it.each([
    ['accounts', paths.viewAllAccounts()],
    ['usage', paths.usageTracker()],
    ['bills', paths.viewBill()],
    ['bill and payment history', paths.billingHistory()],
    ['payments', paths.payMultiple()],
    ['service', paths.serviceRequests()],
  ])('include %s for members [RU-01]', async (_part, path) => {
    expect(await shownAt(path, aMember)).toEqual({ address: path, heading: `Page at ${path}` })
  })

  it.each([
    ['the usage tracker', paths.usageTracker()],
    ['Operation RoundUp', paths.operationRoundUp()],
    ['Average Billing', paths.averageBilling()],
    ['service requests', paths.serviceRequests()],
    ['delinquent history', paths.delinquentHistory()],
    ['the return of capital credit letters', paths.letterReturn()],
    ['unclaimed capital credits', paths.unclaimedCredits()],
    ['member documents', paths.memberInfoDocs()],
    ['terms', paths.legalTerms()],
    ['maintenance', paths.maintenance()],
  ])('include %s [RU-02]', async (_part, path) => {
    expect(await shownAt(path, aMember)).toEqual({ address: path, heading: `Page at ${path}` })
  })

  it('include a shell with header, menu and footer around a page [RU-02]', async () => {
    await shownAt(paths.usageTracker(), aMember)
    expect(within(screen.getByRole('banner')).getByRole('navigation')).toBeDefined()
    expect(screen.getByRole('contentinfo')).toBeDefined()
  })

  it.each([
    ['the account overview', [paths.accountOverview()]],
    ['the account profile', [paths.accountProfile()]],
    ['reset and forgotten passwords', [paths.resetPassword(), paths.forgotPassword(), paths.forgotUsername()]],
    ['My Profile with the authenticator app', [paths.myProfile()]],
    ['draft payments', [paths.draftPayments()]],
    ['outage', [paths.outageStatus()]],
    ['scheduled payments', [paths.scheduledPayments()]],
    ['payment success and cancel', [paths.paymentSuccess(), paths.paymentCancel()]],
  ])('include %s in the account area [CG-42]', async (_part, parts) => {
    for (const path of parts) {
      expect(await shownAt(path, aMember)).toEqual({ address: path, heading: `Page at ${path}` })
      cleanup()
    }
  })
})
