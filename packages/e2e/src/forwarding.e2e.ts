import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, desk, newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { giveCredentials } from './support/member.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const address = (page: Page) => new URL(page.url())

/** Answers for another site. @returns the addresses that the portal opens there. */
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

test('old addresses redirect to the pages that replaced them, and MeterSense opens only for an account with an address there', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  const opened = await otherSite(page, 'https://metersense.prairie-ridge.example.org')
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.notifications())
  await page.getByRole('heading', { name: 'Online account security' }).waitFor()
  expect(address(page).pathname).toBe(paths.manageNotifications())
  await page.goto(portal.origin + paths.accountList())
  await expect.poll(() => address(page).pathname).toBe(paths.viewAllAccounts())
  expect(unexpected(visitor)).toEqual([])

  await page.goto(portal.origin + paths.meterSense())
  await page.getByRole('heading', { name: 'Other site' }).waitFor()
  expect(opened).toEqual(['https://metersense.prairie-ridge.example.org/'])
  await page.goto(`${portal.origin + paths.meterSense()}?accountno=100100102`)
  await page.getByText('MeterSense is not available for this account.').waitFor()
  expect(await pageFaults(page, 'meter-sense')).toEqual([])
  await pressByKeyboard(page, page.getByRole('link', { name: 'Return to account overview' }))
  await expect.poll(() => address(page).pathname).toBe(paths.accountOverview())
})

test('the meter-data portal asks a visitor to sign in, opens with a token, and shows an explanation when it is off', async () => {
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

test('the usage page without the portal’s menu asks a visitor to sign in, and then opens', async () => {
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

test('a link that no longer stops an AutoPay payment says so', async () => {
  const { page } = await newVisitor()
  for (const query of [{}, { token: 'x'.repeat(43) }]) {
    await page.goto(portal.origin + paths.stopAutoPay(query))
    await page.getByText('This link does not work. Sign in to see your AutoPay.').waitFor()
  }
  expect(await pageFaults(page, 'stop-autopay')).toEqual([])
})

test('in the chat, a visitor asks with a quick button and a member by typing, and the browser contacts only the portal [SH-76, SH-77]', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page, origins } = visitor
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto(portal.origin + paths.home())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  const chat = page.getByRole('dialog', { name: 'Virtual Agent' })
  expect(files).not.toContain('/chat-alert.wav')
  await chat.getByRole('button', { name: 'Office hours' }).click()
  await chat.getByRole('log').getByText('Monday to Friday, 7:30 AM to 4:00 PM').waitFor()
  await expect.poll(() => files).toContain('/chat-alert.wav')
  expect(await pageFaults(page, 'web-chat', inDialog)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Chat with us')

  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.accountOverview())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await chat.getByLabel('Your message').fill('My power is out')
  await page.keyboard.press('Enter')
  await chat.getByRole('log').getByText('Hi, Ada. To report an outage').waitFor()
  await chat.getByRole('button', { name: 'Close the chat' }).click()
  await chat.waitFor({ state: 'hidden' })
  // Other pages of the member keep the conversation. A page with secrets has no chat.
  await page.goto(portal.origin + paths.viewDeposits())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await chat.getByText('My power is out').waitFor()
  await page.goto(portal.origin + paths.payMultiple())
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Chat with us' }).count()).toBe(0)
  expect([...origins]).toEqual([portal.origin])
  expect(unexpected(visitor)).toEqual([])
})

/** Replaces every text with two nested elements, as browsers do to translate a page, and marks it with an X. */
const translate = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root') ?? document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(`X${text.data}`)
      outer.append(inner)
      text.replaceWith(outer)
    }
    return texts.length
  })

test('a page that the browser has translated can change its language, and keeps working [REQ-D-301]', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.accountOverview())
  await page.getByRole('heading', { name: 'Account activity' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await translate(page)).toBeGreaterThan(50)
  await page.locator('[data-ui="language-switch"]').first().click()
  await page.getByRole('heading', { name: 'Resumen de la cuenta', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Actividad de la cuenta', exact: true }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/XAccount (?:Overview|activity)/u)

  // Changes the language back on a page that was translated twice, and opens another page.
  await translate(page)
  await page.locator('[data-ui="language-switch"]').first().click()
  await page.getByRole('heading', { name: 'Account activity', exact: true }).waitFor()
  await translate(page)
  await page.locator(`main a[href^="${paths.billingHistory()}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Billing & Payment History', exact: true }).waitFor()
  expect(unexpected(visitor)).toEqual([])
})
