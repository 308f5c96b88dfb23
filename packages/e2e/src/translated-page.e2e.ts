import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
beforeAll(async () => {
  portal = await startPortalUnderTest()
})
afterAll(() => portal.close())

/** Replaces every text as browsers do that translate a page: by two nested elements, marked here by an X. */
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

test('a page that the browser has translated changes its language, and goes on working [REQ-D-301]', async () => {
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

  // Back again, on a page whose texts have been translated twice, and on to another page.
  await translate(page)
  await page.locator('[data-ui="language-switch"]').first().click()
  await page.getByRole('heading', { name: 'Account activity', exact: true }).waitFor()
  await translate(page)
  await page.locator(`main a[href^="${paths.billingHistory()}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Billing & Payment History', exact: true }).waitFor()
  expect(unexpected(visitor)).toEqual([])
})
