import { paths } from '@coopline/contract/paths'
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { findRoute, route } from '../portal/page/route-table.tsx'
import { aSite } from '../test-support/a-site.ts'
import { everythingOn } from '../test-support/menu-of.ts'
import { aMember, renderPortal } from '../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../test-support/sign-in-answers.ts'
import { openUsage } from '../test-support/usage-answers.ts'
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
    ['/accountoverview/usageanalysis', 'Account Overview'],
    ['/accountoverview/somewhere', 'Account Overview'],
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

  const untitled = [
    paths.aclaraJump(),
    paths.externalRedirect(),
    paths.accountList(),
    paths.notifications(),
    paths.meterSense(),
    paths.scheduleSuccess(),
    paths.scheduleError(),
    paths.scheduleCancel(),
  ]
  it.each(untitled)('%s has no title of its own and uses the cooperative’s name [RT-62, REQ-D-032]', async (path) => {
    await shownAt(path, aMember)
    expect(document.title).toBe('Prairie Ridge Electric Cooperative')
  })

  /** Pages that the route table leaves without a title, and pages that it does not list. */
  const given = [
    [paths.payMultiple(), 'Make a payment'],
    [paths.billingHistory(), 'Billing & Payment History'],
    [paths.autoPay(), 'AutoPay'],
    [paths.paymentProfile(), 'Payment Profile'],
    [paths.viewDeposits(), 'Deposits'],
    [paths.capitalCredits(), 'Capital credits'],
    [paths.viewArrangements(), 'Arrangements'],
    [paths.arrange(), 'Pay over time'],
    [paths.viewAllAccounts(), 'All Accounts'],
    [paths.accountManagement(), 'Account Management'],
    [paths.selectServiceType(), 'New Service'],
    [paths.applicationForService(), 'Application For Service'],
    [paths.usageTracker(), 'Usage Tracker'],
    [paths.manageNotifications(), 'Notifications'],
    [paths.manageContacts(), 'Contacts'],
    [paths.meterReading(), 'Meter Reading'],
    [paths.connectApp(), 'Connect an app'],
    [paths.unsubscribe(), 'Stop emails'],
    [paths.payBill(), 'Pay this bill'],
    [paths.stopAutoPay(), 'Stop an AutoPay payment'],
    [paths.outages(), 'Outages'],
    [paths.seeOutage(), 'Your Outage'],
    [paths.reportOutage(), 'Report an Outage'],
    [paths.acceptAccess(), 'Accept access'],
    [paths.sharedWithMe(), 'Shared with me'],
    [paths.sharedAccount(), 'Shared account'],
  ] as const

  it('names pages without a documented title by their heading, so that no two pages share one [REQ-D-302]', async () => {
    const titles = new Map(quoted.map(([path, title]) => [title, path]))
    for (const [path, title] of given) {
      await shownAt(path, aMember)
      expect(document.title, path).toBe(title)
      expect(titles.get(title)).toBeUndefined()
      titles.set(title, path)
      cleanup()
    }
    await shownAt(paths.directUsageTracker(), aMember)
    expect(document.title).toBe('Usage Tracker')
  })

  it('covers every route: each has the title of the route table, or is one that the table leaves open [RT-03]', () => {
    const covered = [...quoted, ...given].map(([path]) => path)
    const known = [...covered, ...untitled, paths.directUsageTracker()].map((path) => pageAt(path).path)
    expect([...new Set(known)].toSorted()).toEqual(
      routes
        .filter(({ staff }) => !staff)
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  it.each([
    ['/outage-status', 'Outage Status', 'Outage'],
    ['/draft-payments', 'Draft Payments', 'Draft Setup'],
    ['/login', 'Login', 'Sign In'],
    ['/legal-terms', 'Legal Statement', 'Terms of Use'],
    ['/maint', 'System Under Maintenance', "We'll be back in a bit"],
    ['/schedule-payments-success', 'Prairie Ridge Electric Cooperative', 'Schedule Payment'],
  ])(
    '%s has the title %s although another document calls its page %s, which is the heading [RT-03]',
    async (path, title, heading) => {
      const isOpenToVisitors = !pageAt(path).guarded
      await renderPortal({
        path,
        site: aSite({ features: ['Outage'], configuration: { ...everythingOn } }),
        ...(!isOpenToVisitors && { session: storedMember }),
        answers: { [accountsLine]: theirAccounts(), 'GET /v3/site/maintenance': { underMaintenance: true } },
      })
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
      expect(document.title).toBe(title)
    },
  )

  it('joins the titles of a page and of the page above it, and a page above without one adds nothing [RU-34]', async () => {
    const title = (text: string) => ({ section: 'shell' as const, in: () => text })
    const load = async () => ({ Page: () => <h1>Page</h1> })
    const table = [
      route({ path: '/area', load, title: title('Billing') }),
      route({ path: '/area/payments', load, parent: '/area' }),
      route({ path: '/area/payments/history', load, parent: '/area/payments', title: title('History') }),
    ]
    await renderPortal({ path: '/area/payments/history', table })
    expect(document.title).toBe('Billing | History')
    cleanup()
    await renderPortal({ path: '/area/payments', table })
    expect(document.title).toBe('Billing')
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

test('surrounds the usage tracker with a shell of header, menu and footer [RU-02]', async () => {
  await openUsage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Usage Tracker' })).toBeDefined()
  expect(within(screen.getByRole('banner')).getByRole('navigation')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
})
