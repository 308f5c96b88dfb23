import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // The demo links an outage map of its own. Without one, the portal draws the territory.
  await portal.set({ OutageMapLinkEnabled: false })
  return portal.close
})

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

test('the outages and the report are complete on a phone in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await page.goto(portal.origin + paths.outages())
  await page.getByText('6 cortes de luz, clientes sin luz:').waitFor()
  expect(await pageFaults(page, 'outages-spanish')).toEqual([])
  await page.getByRole('link', { name: 'Reportar un corte de luz sin iniciar sesión' }).click()
  await page.getByRole('button', { name: 'Reportar' }).click()
  await page.getByRole('link', { name: 'Debe seleccionar un problema' }).waitFor()
  expect(await pageFaults(page, 'report-outage-spanish')).toEqual([])
})

test('without public outages both addresses ask a visitor to sign in', async () => {
  await portal.set({ publicOutages: false, publicOutageReports: false })
  const { page } = await newVisitor()
  for (const path of [paths.outages(), paths.reportOutage()]) {
    await page.goto(portal.origin + path)
    await expect.poll(() => new URL(page.url()).pathname).toBe(paths.login())
  }
})
