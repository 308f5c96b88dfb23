import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { giveCredentials } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const address = (page: Page) => new URL(page.url())

/** Answers in place of another site, and returns the addresses that the portal opened there. */
async function otherSite(page: Page, origin: string): Promise<readonly string[]> {
  const opened: string[] = []
  await page.route(`${origin}/**`, async (route) => {
    opened.push(route.request().url())
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Other site</title><h1>Other site</h1>',
    })
  })
  return opened
}

test('old addresses of the lists lead to the pages that took their place', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.notifications())
  await page.getByRole('heading', { name: 'Online account security' }).waitFor()
  expect(address(page).pathname).toBe(paths.manageNotifications())
  await page.goto(portal.origin + paths.accountList())
  await expect.poll(() => address(page).pathname).toBe(paths.viewAllAccounts())
  expect(unexpected(visitor)).toEqual([])
})

test('MeterSense opens for an account that has its address, and another account reads why it does not', async () => {
  const { page } = await newVisitor()
  const opened = await otherSite(page, 'https://metersense.prairie-ridge.example.org')
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.meterSense())
  await page.getByRole('heading', { name: 'Other site' }).waitFor()
  expect(opened).toEqual(['https://metersense.prairie-ridge.example.org/'])
  await page.goto(`${portal.origin + paths.meterSense()}?accountno=100100102`)
  await page.getByText('MeterSense is not available for this account.').waitFor()
  expect(await pageFaults(page, 'meter-sense')).toEqual([])
  await pressByKeyboard(page, page.getByRole('link', { name: 'Return to account overview' }))
  await expect.poll(() => address(page).pathname).toBe(paths.accountOverview())
})

test('the meter-data portal asks a visitor to sign in, opens with a token, and is explained when it is off', async () => {
  await portal.set({ AclaraAce: true, aclaraUrl: 'https://aclara.example.org/portal', aclaraClientId: 'PRAIRIE' })
  const { page } = await newVisitor()
  const opened = await otherSite(page, 'https://aclara.example.org')
  await page.goto(portal.origin + paths.aclaraJump())
  await page.getByLabel('Username').waitFor()
  expect(address(page).pathname).toBe(paths.login())
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.aclaraJump())
  await page.getByRole('heading', { name: 'Other site' }).waitFor()
  expect(opened).toHaveLength(1)
  expect(opened[0]).toContain('PRAIRIE')
  await portal.set({ AclaraAce: false })
  await page.goto(portal.origin + paths.aclaraJump())
  await page.getByRole('link', { name: 'Return to home' }).waitFor()
  expect(await pageFaults(page, 'aclara-refused')).toEqual([])
})

test('the usage page without the portal’s menu asks a visitor to sign in, and comes back', async () => {
  const { page } = await newVisitor()
  await page.goto(portal.origin + paths.directUsageTracker())
  await giveCredentials(page, 'ada.lindqvist')
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  expect(address(page).pathname).toBe(paths.directUsageTracker())
  expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
})

test('a partner site’s link that does not work asks a visitor to sign in and leaves a member signed in', async () => {
  const { page } = await newVisitor()
  await page.goto(portal.origin + paths.externalRedirect())
  await expect.poll(() => address(page).pathname).toBe(paths.login())
  const used = portal.origin + paths.externalRedirect({ token: 'used-before', member: '10001' })
  await page.goto(used)
  await page.getByText('We could not sign you in from the other site. Sign in here.').waitFor()
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(used)
  await page.getByText('You are still signed in here.').waitFor()
  expect(address(page).search).toBe('')
  expect(await pageFaults(page, 'partner-link-refused')).toEqual([])
  await pressByKeyboard(page, page.getByRole('link', { name: 'Go to your account' }))
  await expect.poll(() => address(page).pathname).toBe(paths.accountOverview())
})

test('a link that no longer stops an AutoPay payment says so in both languages', async () => {
  for (const [locale, text] of [
    ['en-US', 'This link does not work. Sign in to see your AutoPay.'],
    ['es-US', 'Este enlace no funciona. Inicie sesión para ver su pago automático.'],
  ] as const) {
    const { page } = await newVisitor({ locale })
    for (const query of [{}, { token: 'x'.repeat(43) }]) {
      await page.goto(portal.origin + paths.stopAutoPay(query))
      await page.getByText(text).waitFor()
    }
    expect(await pageFaults(page, `stop-autopay-${locale}`, { translated: locale === 'es-US' })).toEqual([])
  }
})
