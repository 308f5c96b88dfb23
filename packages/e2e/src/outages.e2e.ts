import { paths } from '@coopline/contract/paths'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { signOut } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // The demo links an outage map of its own. Without one, the portal draws the territory.
  await portal.set({ OutageMapLinkEnabled: false, emergencyContactNumber: '(715) 555-0199' })
  return portal.close
})

/** Waits until the workers of both scopes are active, so that the pages open without a connection. */
async function workersActive(page: Page): Promise<void> {
  await expect
    .poll(async () =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations()
        return registrations.map(({ scope, active }) => `${new URL(scope).pathname} ${active?.state}`).sort()
      }),
    )
    .toEqual(['/outage activated', '/report-outage activated'])
}

/** Opens a page once with a connection, and once more so that its answers are kept. */
async function openOnline(page: Page, path: string): Promise<void> {
  await page.goto(portal.origin + path)
  await workersActive(page)
}

/** Returns the content of the browser's caches and local storage, as text. */
const storedText = async (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (/\/assets\//u.test(request.url)) continue
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })

/** The reports that reached the server, by what the browser sent. */
function countReports(context: BrowserContext): () => readonly unknown[] {
  const answered: unknown[] = []
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST' && /\/(?:outages\/reports|outage-reports)$/u.test(request.url()))
      answered.push(request.postDataJSON())
  })
  return () => answered
}

test('a visitor sees every outage on the map and in the tables, and reports one with the keyboard alone', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await page.goto(portal.origin + paths.outages())
  await page.getByText('6 outages, customers without power:').waitFor()
  await page.getByRole('img', { name: 'Map of current outages.' }).getByText('Eau Claire').waitFor()
  const bySize = page.getByRole('table', { name: 'Outages by size' })
  expect(await bySize.getByRole('rowheader').allInnerTexts()).toMatchObject(
    [/^1\. /u, /^2\. /u, /^3\. /u, /^4\. /u, /^5\. /u, /^6\. /u].map(
      (number) => expect.stringMatching(number) as string,
    ),
  )
  // The demo's smallest incident has three customers.
  expect(await bySize.getByRole('row').last().innerText()).toContain('fewer than 5')
  await expect.poll(async () => page.getByRole('table', { name: 'By area' }).getByRole('rowheader').count()).toBe(6)
  expect(await pageFaults(page, 'outages')).toEqual([])

  await pressByKeyboard(page, page.getByRole('link', { name: 'Report an outage without signing in' }))
  await page.getByRole('heading', { level: 1, name: 'Report an outage' }).waitFor()
  expect(await pageFaults(page, 'report-outage')).toEqual([])
  await pressByKeyboard(page, page.getByRole('button', { name: 'Report outage' }))
  await page.getByRole('link', { name: 'You must select an issue' }).waitFor()
  expect(await pageFaults(page, 'report-outage-problems')).toEqual([])
  await pressByKeyboard(page, page.getByRole('link', { name: 'Please enter your account number.' }))
  await expect.poll(() => hasFocus(page.getByLabel('Account number'))).toBe(true)
  await page.keyboard.type('100100101')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7155554821')
  await tabTo(page, page.getByLabel('What is the problem?'))
  await page.keyboard.type('A tree')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Report outage' }))
  const thanks = page.getByText('Thank you for letting us know.')
  await thanks.waitFor()
  expect(await thanks.evaluate((text) => document.activeElement?.contains(text))).toBe(true)
  expect(await pageFaults(page, 'report-outage-done')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})

test('the outages open without a connection, with their age and the number to call', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page, context } = visitor
  await openOnline(page, paths.outages())
  await page.getByText('6 outages, customers without power:').waitFor()
  await context.setOffline(true)
  await page.reload()
  await page.getByText('6 outages, customers without power:').waitFor()
  await page.getByText(/^This page shows what we last loaded at .*\(less than a minute ago\)/u).waitFor()
  const alert = page.getByRole('alert').filter({ hasText: 'No connection' })
  expect(await alert.getByRole('link', { name: '(715) 555-0199' }).getAttribute('href')).toBe('tel:7155550199')
  await page.getByRole('img', { name: 'Map of current outages.' }).getByText('Eau Claire').waitFor()
  expect(await pageFaults(page, 'outages-offline')).toEqual([])

  await context.setOffline(false)
  await pressByKeyboard(page, alert.getByRole('button', { name: 'Try again' }))
  await alert.waitFor({ state: 'detached' })
  expect(unexpected(visitor)).toEqual([])
})

test('a report written without a connection is sent once when the connection is back', async () => {
  const visitor = await newVisitor()
  const { page, context } = visitor
  const reports = countReports(context)
  await openOnline(page, paths.reportOutage())
  await page.getByLabel('Account number').waitFor()
  await context.setOffline(true)
  await page.reload()
  await page.getByText('No connection').waitFor()
  await page.getByLabel('Account number').fill('100100101')
  await page.getByLabel('Phone number').fill('7155554821')
  await page.getByLabel('What is the problem?').selectOption('A tree is on the line')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Report outage' }))
  const notice = page.getByText('Not sent yet. We send it when you are connected again.')
  await notice.waitFor()
  expect(await notice.evaluate((text) => document.activeElement?.contains(text))).toBe(true)
  expect(await pageFaults(page, 'report-outage-waiting')).toEqual([])
  await pressByKeyboard(page, page.getByRole('button', { name: 'Send now' }))
  await page.getByText('You are still not connected.').waitFor()
  // The report outlives the page.
  await page.reload()
  await notice.waitFor()
  expect(reports()).toEqual([])

  const other = await context.newPage()
  await other.goto(portal.origin + paths.reportOutage())
  await other.getByText('Not sent yet.').waitFor()
  await context.setOffline(false)
  for (const one of [page, other]) await one.getByText('Thank you for letting us know.').waitFor()
  expect(reports()).toEqual([
    {
      accountNumber: '100100101',
      phoneNumber: '(715) 555-4821',
      outageReason: 'A tree is on the line',
      remarks: '',
      waitedSeconds: expect.any(Number),
    },
  ])
  expect(await storedText(page)).not.toContain('100100101')
  expect(unexpected(visitor)).toEqual([])
})

test('a member sees the last status without a connection, and nothing of it stays after signing out', async () => {
  const visitor = await newVisitor()
  const { page, context } = visitor
  await signInByCall(page, portal.origin, 'quinn.murphy')
  await openOnline(page, paths.outageStatus())
  await page.getByText('Power should be back by').waitFor()
  await expect.poll(async () => page.getByRole('tab').count()).toBe(2)
  expect(await pageFaults(page, 'outage-active')).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await page.getByText('No connection').first().waitFor()
  await page.getByText('Power should be back by').waitFor()
  const card = page.getByRole('heading', { name: /^Last known status of account \d+$/u })
  const accountNumber = /\d+$/u.exec(await card.innerText())?.[0] ?? 'none'
  await page.getByText(/\(less than a minute ago\)/u).waitFor()
  expect(await pageFaults(page, 'outage-status-offline')).toEqual([])
  expect(await storedText(page)).toContain(accountNumber)

  await context.setOffline(false)
  await page.reload()
  await page.getByRole('tab', { name: 'Status' }).waitFor()
  const { memberNumber } = JSON.parse((await page.evaluate(() => localStorage.getItem('mcp_currentUser'))) ?? '{}') as {
    memberNumber: string
  }
  await page.evaluate(() => localStorage.setItem('mcp_waitingReport', '{"kind":"waiting","form":{},"writtenAt":1}'))
  await signOut(page)
  const kept = await storedText(page)
  for (const personal of [accountNumber, memberNumber, 'mcp_lastOutageStatus', 'mcp_waitingReport'])
    expect(kept).not.toContain(personal)

  await context.setOffline(true)
  await page.goto(portal.origin + paths.outageStatus())
  await expect.poll(async () => page.getByText('Power should be back by').count()).toBe(0)
  expect(unexpected(visitor)).toEqual([])
})

test('a member’s report that loses the connection waits for that member, and is sent once', async () => {
  const visitor = await newVisitor()
  const { page, context } = visitor
  const reports = countReports(context)
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await openOnline(page, paths.outageStatus())
  await page.getByRole('tab', { name: 'Report an Outage' }).click()
  await page.getByLabel('What is the problem?').selectOption('A tree is on the line')
  await context.setOffline(true)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Report outage' }))
  const notice = page.getByText('Not sent yet. We send it when you are connected again.')
  await notice.waitFor()
  expect(await notice.evaluate((text) => document.activeElement?.contains(text))).toBe(true)
  expect(await pageFaults(page, 'outage-report-waiting')).toEqual([])

  // The session has ended: the report waits for the same member.
  const user = await page.evaluate(() => localStorage.getItem('mcp_currentUser'))
  await page.evaluate(() => localStorage.removeItem('mcp_currentUser'))
  await context.setOffline(false)
  await page.goto(portal.origin + paths.reportOutage())
  await page.getByText('Sign in again to send it.').waitFor()
  expect(await pageFaults(page, 'report-outage-signed-out')).toEqual([])
  expect(reports()).toEqual([])
  await page.evaluate((text) => localStorage.setItem('mcp_currentUser', text ?? ''), user)
  await page.goto(portal.origin + paths.outageStatus())
  await page.getByText('We received your outage report.').waitFor()
  expect(reports()).toMatchObject([{ outageReason: 'A tree is on the line', waitedSeconds: expect.any(Number) }])
  await page.getByRole('tab', { name: 'Report an Outage' }).click()
  await page.getByLabel('What is the problem?').waitFor()
  expect(unexpected(visitor)).toEqual([])
})

test('the worker leaves every other page and call alone, shows no old page with a connection, and goes with the setting', async () => {
  const { page, context } = await newVisitor()
  await openOnline(page, paths.outages())
  await page.getByText('6 outages, customers without power:').waitFor()
  const stored = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found.filter((path) => !/^\/(?:assets|kept)\//u.test(path)).sort()
  })
  expect(stored).toEqual(['/outage-status', '/outages', '/report-outage'])
  await page.goto(portal.origin + paths.home())
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  await portal.set({ phoneNumber: '(715) 555-0142', emergencyContactNumber: '' })
  await page.goto(portal.origin + paths.outages())
  await page.getByRole('link', { name: '(715) 555-0142' }).first().waitFor()
  await context.setOffline(true)
  await page.reload()
  await page.getByText('No connection').waitFor()
  await page.getByRole('link', { name: '(715) 555-0142' }).first().waitFor()

  // With the setting off, browsers lose the worker and what it kept at their next visit.
  await portal.set({ offlineOutages: false })
  await context.setOffline(false)
  await page.goto(portal.origin + paths.outages())
  await page.goto(portal.origin + paths.reportOutage())
  await expect
    .poll(async () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).filter((name) => name.startsWith('coopline-')),
      ]),
    )
    .toEqual([0, []])
})
