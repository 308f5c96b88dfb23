import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { routes } from '../../../app/routes.tsx'
import type { RouteTable } from '../../../portal/page/route-table.tsx'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { routesWithoutSignIn } from '../../../test-support/routes-without-sign-in.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const main = () => within(screen.getByRole('main'))
const cardAddress = (name: string) => main().queryByRole('link', { name })?.getAttribute('href')
const quickPayButton = () => main().queryByRole('button', { name: 'Quick Pay' })

const openHome = (changes: SiteChanges = {}, table: RouteTable = routes) =>
  renderPortal({ table, site: aSite(changes), visits: ['/quick-pay'] })

test('home shows the default banner when the cooperative sets none [HM-01]', async () => {
  await openHome()
  expect(screen.getByRole('main').querySelector('svg[data-ui="banner"]')).not.toBeNull()
})

test("home shows the cooperative's banner image [HM-01]", async () => {
  await openHome({ settings: { homeBannerImagePath: '/banner.jpg' } })
  expect(screen.getByRole('main').querySelector('img')?.getAttribute('src')).toBe('/banner.jpg')
})

test('home is the same with clientAvailable and without it [ST-45]', async () => {
  const shown: unknown[] = []
  for (const clientAvailable of [false, true]) {
    await openHome({ configuration: { clientAvailable } })
    shown.push(['banner', 'main', 'contentinfo'].map((role) => screen.getByRole(role).textContent))
    cleanup()
  }
  expect(shown[1]).toEqual(shown[0])
})

describe('Quick Pay introduction', () => {
  test('home introduces Quick Pay when the feature is on [HM-02]', async () => {
    await openHome({ features: ['QuickPay'] })
    expect(quickPayButton()).not.toBeNull()
    expect(main().getByText(/last 4 digits of a phone number/)).toBeDefined()
  })

  test('home does not introduce Quick Pay when the feature is off [HM-03]', async () => {
    await openHome({ features: [] })
    expect(quickPayButton()).toBeNull()
    expect(main().queryByText(/last 4 digits/)).toBeNull()
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Prairie Ridge Electric Cooperative')
  })

  test('a visitor who presses Quick Pay comes to the Quick Pay page, without a dialog [RT-02, RT-04, HM-18]', async () => {
    const { user, address } = await openHome({ features: ['QuickPay'] })
    await user.click(quickPayButton() as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/quick-pay')
  })
})

test('the introduction is hidden while another page is open: home has no pages below it [HM-04]', async () => {
  const { user, address } = await openHome({ features: ['QuickPay'] })
  await user.click(quickPayButton() as HTMLElement)
  expect(address()).toBe('/quick-pay')
  expect(main().queryByText(/last 4 digits of a phone number/)).toBeNull()
  expect(routes.filter(({ path }) => path.startsWith('/home/'))).toEqual([])
})

describe('Quick Pay dialog', () => {
  test('a member who presses Quick Pay gets a dialog of 600 pixels, and stays on the home page [HM-16, HM-17]', async () => {
    const { user, address } = await renderPortal({ site: aSite({ features: ['QuickPay'] }), session: aMember })
    await user.click(quickPayButton() as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Quick Pay' })
    expect(dialog.style.getPropertyValue('--dialog-width')).toBe('600px')
    expect(address()).toBe('/home')
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('cards', () => {
  test('Payment Options leads to /payment-options [HM-05]', async () => {
    await openHome()
    expect(cardAddress('Payment Options')).toBe('/payment-options')
  })

  test('Online Payments leads to /accountoverview [HM-07, HM-19]', async () => {
    await openHome()
    expect(cardAddress('Online Payments')).toBe('/accountoverview')
    expect(cardAddress('Services and Products')).toBeUndefined()
  })

  test('with whecEnabled, Services and Products replaces Online Payments [HM-06]', async () => {
    await openHome({ configuration: { whecEnabled: true } })
    expect(cardAddress('Services and Products')).toBe('/services-products')
    expect(cardAddress('Online Payments')).toBeUndefined()
  })

  test('Account Profile leads to /account-profile [HM-08, HM-25]', async () => {
    await openHome()
    expect(cardAddress('Account Profile')).toBe('/account-profile')
  })

  test('MyMeter leads to the overview with link=mymeter [HM-11, HM-24]', async () => {
    await openHome({ configuration: { myMeterAvailable: true } })
    expect(cardAddress('MyMeter')).toBe('/accountoverview?link=mymeter')
  })

  test('hides MyMeter where the cooperative has none [HM-11]', async () => {
    await openHome()
    expect(cardAddress('MyMeter')).toBeUndefined()
  })

  test('Draft Payments leads to /draft-payments [HM-12, HM-14, HM-21]', async () => {
    await openHome({ configuration: { allowCreditDraft: true } })
    expect(cardAddress('Draft Payments')).toBe('/draft-payments')
  })

  test('with whecEnabled the same card is called EZ Pay [HM-14]', async () => {
    await openHome({ configuration: { allowBankDraft: true, whecEnabled: true } })
    expect(cardAddress('EZ Pay')).toBe('/draft-payments')
    expect(cardAddress('Draft Payments')).toBeUndefined()
  })

  test('without card and bank drafts there is no card for them [HM-13]', async () => {
    await openHome({ configuration: { allowCreditDraft: false, allowBankDraft: false } })
    expect(cardAddress('Draft Payments')).toBeUndefined()
  })

  test('Pay Multiple Accounts leads to /billpayments/pay-multiple [HM-15, HM-22]', async () => {
    await openHome({})
    expect(cardAddress('Pay Multiple Accounts')).toBe('/billpayments/pay-multiple')
  })

  test('with account types, New Service links to the choice of an account type [HM-09, HM-23]', async () => {
    await openHome({ features: ['ApplicationForService'], serviceAccountTypes: [{ id: '1', description: 'Farm' }] })
    expect(cardAddress('New Service')).toBe('/service-type/select-service-type')
    expect(cardAddress('Application For Service')).toBeUndefined()
  })

  test('without account types, Application For Service links to the application [HM-10, HM-23]', async () => {
    await openHome({ features: ['ApplicationForService'] })
    expect(cardAddress('Application For Service')).toBe('/service-type/application-for-service')
    expect(cardAddress('New Service')).toBeUndefined()
  })

  test('hides the application for service while its feature is off [CF-03]', async () => {
    await openHome({})
    expect(cardAddress('New Service') ?? cardAddress('Application For Service')).toBeUndefined()
  })

  test('hides a card whose page does not exist', async () => {
    await renderPortal({ table: routesWithoutSignIn })
    expect(cardAddress('Account Profile')).toBeUndefined()
    expect(cardAddress('Payment Options')).toBeUndefined()
    expect(cardAddress('Services and Products')).toBe('/services-products')
  })
})

test('shows the phone number for members who need to call', async () => {
  await openHome({ settings: { phoneNumber: '(715) 555-0100' } })
  expect(main().getByRole('link', { name: '(715) 555-0100' }).getAttribute('href')).toBe('tel:7155550100')
})
