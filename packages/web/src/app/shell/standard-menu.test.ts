import type { MenuItem } from '@coopline/ui/disclosure-menu'
import { describe, expect, test } from 'vitest'
import { texts } from '../../messages/en/shell.ts'
import { aSite } from '../../test-support/a-site.ts'
import {
  allLinks,
  everyFeature,
  everythingOn,
  fullMenu,
  hasPath,
  linksIn,
  type Viewer,
} from '../../test-support/menu-of.ts'
import { routesWithoutSignIn } from '../../test-support/routes-without-sign-in.ts'
import { routes } from '../routes.tsx'
import { standardMenu } from './standard-menu.ts'

describe('entries of the standard menu', () => {
  test('Billing & Payments has a Billing column and a Payments column [SH-10]', () => {
    const entry = fullMenu().find(({ title }) => title === 'Billing & Payments')
    const columns = entry !== undefined && 'columns' in entry ? entry.columns : []
    expect(columns.map(({ heading }) => heading)).toEqual(['Billing', 'Payments'])
  })

  test('the Billing column begins with history, arrangements and deposits [SH-16, SH-20, SH-21]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Billing').slice(0, 3)).toEqual([
      'Billing & Payment History → /billpayments/history',
      'Arrangements → /billpayments/view-arrangements',
      'Deposits → /billpayments/view-deposits',
    ])
  })

  test('the Billing column ends with Average Billing and delinquents [SH-25, SH-31]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Billing').slice(3)).toEqual([
      'Average Billing → /levelized-billing',
      'Delinquents → /delinquent-history',
    ])
  })

  test('the Payments column begins with several accounts, AutoPay and payment profile [SH-17, SH-18, SH-19]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Payments').slice(0, 3)).toEqual([
      'Pay Multiple Accounts → /billpayments/pay-multiple',
      'AutoPay → /billpayments/auto-pay',
      'Payment Profile → /billpayments/payment-profile',
    ])
  })

  test('the Payments column ends with drafts, scheduled payments and payment options [SH-22, SH-23, SH-24]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Payments').slice(3)).toEqual([
      'Draft Payments → /draft-payments',
      'Scheduled Payments → /scheduled-payments',
      'Payment Options → /payment-options',
    ])
  })

  test('My Account begins with the overview, all accounts and the account profile [SH-14, SH-15, SH-37]', () => {
    expect(linksIn(fullMenu(), 'My Account').slice(0, 3)).toEqual([
      'Account Overview → /accountoverview',
      'All Accounts → /view-all-accounts',
      'Account Profile → /account-profile',
    ])
  })

  test('Payments links to the payment options, and More to services, products and terms [SH-22, SH-34, SH-36]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Payments')).toContain('Payment Options → /payment-options')
    expect(linksIn(fullMenu(), 'More')).toEqual(
      expect.arrayContaining(['Services and Products → /services-products', 'Terms of Use → /legal-terms']),
    )
  })

  test('Home leads to /home, or where homeClickRedirectionLink says [SH-04, SH-11, ST-23]', () => {
    expect(linksIn(fullMenu(), 'Home')).toEqual(['Home → /home'])
    const elsewhere = fullMenu({ settings: { homeClickRedirectionLink: 'https://coop.example.org/' } })
    expect(linksIn(elsewhere, 'Home')).toEqual(['Home → https://coop.example.org/'])
  })

  test('the menu does not contain the maintenance page [SH-38]', () => {
    expect(hasPath(fullMenu(), '/maint')).toBe(false)
  })

  test('the menu leaves out pages that do not exist and groups without links', () => {
    const menu = fullMenu({ table: routesWithoutSignIn })
    expect(menu.map(({ title }) => title)).toEqual(['Home', 'Billing & Payments', 'More'])
    expect(linksIn(menu, 'Billing & Payments')).toEqual(['Payment Options → /payment-options'])
  })
})

describe('what gates a link', () => {
  test.each([
    ['AverageBilling', '/levelized-billing'],
    ['Arrangements', '/billpayments/view-arrangements'],
    ['Deposits', '/billpayments/view-deposits'],
    ['Notifications', '/manage-notifications'],
    ['Autopay', '/billpayments/auto-pay'],
    ['RoundUp', '/operation-roundup'],
    ['Usages', '/usage-tracker'],
    ['OnlineServiceOrder', '/service-requests'],
    ['Outage', '/outage-status'],
  ])('without the feature %s the menu has no link to %s [CF-01]', (feature, path) => {
    expect(hasPath(fullMenu({ configuration: { accountServiceEnabled: false } }), path)).toBe(true)
    const features = everyFeature.filter((name) => name !== feature)
    expect(hasPath(fullMenu({ features, configuration: { accountServiceEnabled: false } }), path)).toBe(false)
  })

  test('AutoPay, arrangements and deposits are each in the menu with their own feature alone [ST-53, ST-54, ST-55]', () => {
    const pages = ['/billpayments/auto-pay', '/billpayments/view-arrangements', '/billpayments/view-deposits']
    const shown = (feature: string) => pages.filter((path) => hasPath(fullMenu({ features: [feature] }), path))
    expect(['Autopay', 'Arrangements', 'Deposits'].map(shown)).toEqual(pages.map((path) => [path]))
  })

  test('notifications also need allowSubscribeForNotification [SH-27, SH-82]', () => {
    expect(linksIn(fullMenu(), 'My Account')).toContain('Notifications → /manage-notifications')
    expect(
      hasPath(fullMenu({ configuration: { allowSubscribeForNotification: false } }), '/manage-notifications'),
    ).toBe(false)
  })

  test('with whecEnabled the menu has contacts in place of notifications [SH-28, SH-83, ST-35]', () => {
    const menu = fullMenu({ configuration: { whecEnabled: true } })
    expect(hasPath(menu, '/manage-contacts')).toBe(true)
    expect(hasPath(menu, '/manage-notifications')).toBe(false)
    expect(hasPath(fullMenu(), '/manage-contacts')).toBe(false)
  })

  test('draft payments are called EZ Pay when whecEnabled is on [SH-39, CF-05, DR-04]', () => {
    const payments = linksIn(fullMenu({ configuration: { whecEnabled: true } }), 'Billing & Payments', 'Payments')
    expect(payments).toContain('EZ Pay → /draft-payments')
  })

  test('draft payments are called Draft Payments when whecEnabled is off [SH-40, DR-04]', () => {
    expect(linksIn(fullMenu(), 'Billing & Payments', 'Payments')).toContain('Draft Payments → /draft-payments')
  })

  test('draft payments show when card or bank drafts are allowed [SH-24, ST-31, ST-32]', () => {
    const none = { allowCreditDraft: false, allowBankDraft: false }
    expect(hasPath(fullMenu({ configuration: none }), '/draft-payments')).toBe(false)
    expect(hasPath(fullMenu({ configuration: { ...none, allowBankDraft: true } }), '/draft-payments')).toBe(true)
    expect(hasPath(fullMenu({ configuration: { ...none, allowCreditDraft: true } }), '/draft-payments')).toBe(true)
  })

  test('the delinquent history shows only when isOnlineDelinquentView is on [SH-31, SH-87, ST-47]', () => {
    expect(hasPath(fullMenu(), '/delinquent-history')).toBe(true)
    expect(hasPath(fullMenu({ configuration: { isOnlineDelinquentView: false } }), '/delinquent-history')).toBe(false)
  })

  test('Usages gates usage, its detailed analysis and MyMeter [SH-29, US-69, CG-19]', () => {
    const usageLinks = [
      'Usage → /usage-tracker',
      'Detailed Usage Analysis → /accountoverview?link=usageanalysis',
      'MyMeter → /accountoverview?link=mymeter',
    ]
    expect(linksIn(fullMenu(), 'My Account')).toEqual(expect.arrayContaining(usageLinks))
    const others = everyFeature.filter((name) => name !== 'Usages')
    const without = linksIn(fullMenu({ features: others }), 'My Account')
    expect(without.filter((link) => usageLinks.includes(link))).toEqual([])
    expect(without).not.toEqual([])
  })

  test('MyMeter opens from the overview, where the cooperative has it [SH-14]', () => {
    const myMeter = 'MyMeter → /accountoverview?link=mymeter'
    expect(linksIn(fullMenu({ table: routes }), 'My Account')).toContain(myMeter)
    expect(linksIn(fullMenu({ table: routes, features: ['Outage'] }), 'My Account')).not.toContain(myMeter)
    expect(allLinks(fullMenu({ table: routes, signedIn: false }))).not.toContain(myMeter)
    expect(allLinks(fullMenu({ configuration: { myMeterAvailable: false } }))).not.toContain(myMeter)
  })

  test('Outdoor Light needs the account-service flag and an address [SH-85]', () => {
    expect(hasPath(fullMenu(), 'https://coop.example.org/light')).toBe(true)
    expect(
      hasPath(fullMenu({ configuration: { accountServiceEnabled: false } }), 'https://coop.example.org/light'),
    ).toBe(false)
    expect(allLinks(fullMenu({ configuration: { outdoorLightUrl: '' } })).join()).not.toContain('Outdoor Light')
  })

  test('a feature is on only when the list has its name with enable true; a missing name is off [ST-69, ST-26]', () => {
    const withList = (features: { name: string; enable: boolean }[]) => {
      const site = aSite({ configuration: everythingOn })
      return standardMenu({
        site: { ...site, settings: { ...site.settings, features } },
        texts,
        isOpen: () => true,
        isReachable: () => true,
        currentPath: '/home',
      })
    }
    expect(hasPath(withList([{ name: 'Autopay', enable: true }]), '/billpayments/auto-pay')).toBe(true)
    expect(hasPath(withList([{ name: 'Autopay', enable: false }]), '/billpayments/auto-pay')).toBe(false)
    expect(hasPath(withList([]), '/billpayments/auto-pay')).toBe(false)
  })

  test('Right of Way needs the account-service flag and an address [SH-86]', () => {
    expect(hasPath(fullMenu(), '/right-of-way.pdf')).toBe(true)
    expect(hasPath(fullMenu({ configuration: { accountServiceEnabled: false } }), '/right-of-way.pdf')).toBe(false)
    expect(allLinks(fullMenu({ configuration: { rightOfWayUrl: '' } })).join()).not.toContain('Right of Way')
  })

  test('the NexGrid portal shows when nexGridEnable is on and leads to nexGridLinkUrl in a window of its own [SH-88, ST-37, ST-38]', () => {
    const more = fullMenu().find(({ title }) => title === 'More')
    const links = more !== undefined && 'columns' in more ? more.columns.flatMap((column) => column.links) : []
    expect(links.find(({ title }) => title === 'NexGrid Portal')).toMatchObject({
      href: 'https://nexgrid.example.org',
      external: true,
    })
    expect(hasPath(fullMenu({ configuration: { nexGridEnable: false } }), 'https://nexgrid.example.org')).toBe(false)
  })

  test('the questions and answers of the cooperative are in the menu when displayFaqUrl has their address [ST-36]', () => {
    expect(linksIn(fullMenu(), 'More')).toContain('Frequently Asked Questions → https://coop.example.org/faq')
    const without = fullMenu({ configuration: { displayFaqUrl: '' } })
    expect(allLinks(without).join()).not.toContain('Frequently Asked Questions')
  })

  test('an address in the settings that is not a safe link is left out', () => {
    const menu = fullMenu({ configuration: { displayFaqUrl: 'javascript:alert(1)' } })
    expect(allLinks(menu).join()).not.toContain('Frequently Asked Questions')
  })
})

test('scheduled payments show only when allowFutureDatedPayments is on [SH-23, SH-89]', () => {
  expect(hasPath(fullMenu(), '/scheduled-payments')).toBe(true)
  expect(hasPath(fullMenu({ configuration: { allowFutureDatedPayments: false } }), '/scheduled-payments')).toBe(false)
})

test('shows the member documents under their configured name when memberInfoLinkAvailable is on [SH-35, MD-07]', () => {
  const more = (configuration: NonNullable<Viewer['configuration']>) =>
    linksIn(fullMenu({ configuration }), 'More').filter((link) => link.endsWith(' → /member-info-docs'))
  expect(more({})).toEqual(['Member Information Documents → /member-info-docs'])
  expect(more({ memberInfoDocsLinkName: 'Bylaws' })).toEqual(['Bylaws → /member-info-docs'])
  expect(more({ memberInfoDocsLinkName: 'Bylaws', memberInfoLinkAvailable: false })).toEqual([])
})

test('My Account ends with Operation RoundUp when the cooperative offers it [SH-33, OR-25, ST-62]', () => {
  expect(linksIn(fullMenu(), 'My Account').at(-1)).toBe('Operation RoundUp → /operation-roundup')
  const features = everyFeature.filter((name) => name !== 'RoundUp')
  expect(hasPath(fullMenu({ features }), '/operation-roundup')).toBe(false)
})

describe('service requests in the menu', () => {
  test('More has service requests, services and products, and the terms [SH-26, SH-34, SH-36]', () => {
    expect(linksIn(fullMenu(), 'More')).toEqual(
      expect.arrayContaining([
        'Service Requests → /service-requests',
        'Services and Products → /services-products',
        'Terms of Use → /legal-terms',
      ]),
    )
  })

  test('service requests also need serviceRequestMenuEnabled [SH-26, ST-39]', () => {
    const off = { serviceRequestMenuEnabled: false, accountServiceEnabled: false }
    expect(hasPath(fullMenu({ configuration: off }), '/service-requests')).toBe(false)
  })

  test('Start/Stop Service links to the service requests when the account-service flag is on [SH-84]', () => {
    expect(linksIn(fullMenu(), 'More')).toContain('Start/Stop Service → /service-requests')
    const off = fullMenu({ configuration: { accountServiceEnabled: false } })
    expect(linksIn(off, 'More')).not.toContain('Start/Stop Service → /service-requests')
  })

  test('the account-service flag turns Start/Stop Service, Outdoor Light and Right of Way on and off together [ST-68]', () => {
    const titles = ['Start/Stop Service', 'Outdoor Light', 'Right of Way']
    const shown = (menu: readonly MenuItem[]) => titles.filter((title) => allLinks(menu).join().includes(title))
    expect(shown(fullMenu())).toEqual(titles)
    expect(shown(fullMenu({ configuration: { accountServiceEnabled: false } }))).toEqual([])
  })

  test('without the feature OnlineServiceOrder the menu has no link to service requests', () => {
    const features = everyFeature.filter((name) => name !== 'OnlineServiceOrder')
    expect(hasPath(fullMenu({ features, configuration: { accountServiceEnabled: false } }), '/service-requests')).toBe(
      false,
    )
  })
})

describe('outage in the menu', () => {
  test('a member sees Home, My Account, Billing & Payments, Outage and More, in this order [SH-09]', () => {
    expect(fullMenu().map(({ title }) => title)).toEqual(['Home', 'My Account', 'Billing & Payments', 'Outage', 'More'])
  })

  test('a visitor sees Home, Outage and More, and under More the public links only [SH-09]', () => {
    const menu = fullMenu({ signedIn: false })
    expect(menu.map(({ title }) => title)).toEqual(['Home', 'Outage', 'More'])
    expect(linksIn(menu, 'More')).toEqual([
      'Outdoor Light → https://coop.example.org/light',
      'Right of Way → /right-of-way.pdf',
      'Services and Products → /services-products',
      'Frequently Asked Questions → https://coop.example.org/faq',
      'NexGrid Portal → https://nexgrid.example.org',
      'Terms of Use → /legal-terms',
    ])
  })

  test('the outage link shows when the Outage feature is on [SH-32]', () => {
    expect(linksIn(fullMenu(), 'Outage')).toEqual(['Outage → /outage-status'])
    expect(linksIn(fullMenu({ features: [] }), 'Outage')).toEqual([])
  })
})

describe('links to usage, notifications and programs', () => {
  test('My Account continues with My Profile and usage [SH-13, SH-14, SH-29]', () => {
    expect(linksIn(fullMenu(), 'My Account').slice(3, 7)).toEqual([
      'My Profile → /my-profile',
      'Usage → /usage-tracker',
      'Detailed Usage Analysis → /accountoverview?link=usageanalysis',
      'MyMeter → /accountoverview?link=mymeter',
    ])
  })

  test('My Account ends with notifications and Operation RoundUp [SH-27, SH-33]', () => {
    expect(linksIn(fullMenu(), 'My Account').slice(7)).toEqual([
      'Notifications → /manage-notifications',
      'Operation RoundUp → /operation-roundup',
    ])
  })

  test('the usage analysis waits for the usage page, to which the overview redirects [SH-14]', () => {
    const table = routes.filter(({ path }) => path !== '/usage-tracker')
    expect(linksIn(fullMenu({ table }), 'My Account').filter((link) => link.includes('usageanalysis'))).toEqual([])
  })

  test('the usage analysis has the label that the settings give [SH-14, ST-46]', () => {
    const links = (changes: Viewer = {}) => linksIn(fullMenu(changes), 'My Account')
    expect(links()).toContain('Detailed Usage Analysis → /accountoverview?link=usageanalysis')
    expect(links({ configuration: { detailedUsageAnalysisLabel: 'Energy Insights' } })).toContain(
      'Energy Insights → /accountoverview?link=usageanalysis',
    )
    expect(links({ features: ['Outage'] }).join()).not.toContain('usageanalysis')
  })

  test.each([
    ['Usages', '/usage-tracker'],
    ['Usages', '/accountoverview?link=usageanalysis'],
    ['Autopay', '/billpayments/auto-pay'],
  ])('without the feature %s there is no link to %s', (feature, path) => {
    expect(hasPath(fullMenu({ configuration: { accountServiceEnabled: false } }), path)).toBe(true)
    const features = everyFeature.filter((name) => name !== feature)
    expect(hasPath(fullMenu({ features, configuration: { accountServiceEnabled: false } }), path)).toBe(false)
  })
})
