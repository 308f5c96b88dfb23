import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

test('a bill explains why it changed, and the parts add up to the difference', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.viewBill())
  const table = page.getByRole('region', { name: 'Why this bill changed' }).getByRole('table').first()
  await table.waitFor()
  const effects = await table.locator('tbody tr td:last-child').allInnerTexts()
  const cents = effects.map((text) => Math.round(Number(text.replaceAll(/[$+,]/gu, '')) * 100))
  expect(cents.length).toBeGreaterThan(1)
  expect(cents.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(cents.at(-1))
  expect(await pageFaults(page, 'bill-change')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})

test('a member sets an alert that is still there after a reload', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.manageNotifications())
  const card = page.getByRole('region', { name: 'Usage alerts' })
  await card.getByRole('textbox', { name: /^Daily usage above/u }).fill('25')
  await card.getByRole('button', { name: 'Save alerts' }).click()
  await card.getByText('Your usage alerts are saved.').waitFor()
  await page.reload()
  await card.waitFor()
  expect(await card.getByRole('textbox', { name: /^Daily usage above/u }).inputValue()).toBe('25')
  expect(await pageFaults(page, 'usage-alerts')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})
