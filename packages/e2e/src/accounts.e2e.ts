import { paths } from '@coopline/contract/paths'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { onOverview, signIn } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const address = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const accountsBar = (page: Page) => page.locator('[data-ui="account-list"]')
const firstAccount = (page: Page) => page.getByRole('rowheader').first().innerText()
const rows = (page: Page) => page.getByRole('rowheader')

describe('the account list under the header', () => {
  /** Writes down how high the list is in every frame from now on, on every page. */
  const recordHeights = (page: Page) =>
    page.addInitScript(() => {
      const heights = new Set<number>()
      Object.assign(window, { listHeights: heights })
      const look = () => {
        const list = document.querySelector('[data-ui="account-list"]')
        if (list !== null) heights.add(Math.round(list.getBoundingClientRect().height))
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const heights = (page: Page) =>
    page.evaluate(() => [...(window as unknown as { listHeights: Set<number> }).listHeights])

  test('shows a farm five of its 60 accounts and a link to all, without a layout shift', async () => {
    for (const viewport of [phone, desk]) {
      const { page, context } = await newVisitor({ viewport })
      await recordHeights(page)
      await signIn(page, portal.origin, 'uma.fields')
      await accountsBar(page).getByRole('link', { name: 'All 60 accounts' }).waitFor()
      await expect.poll(async () => accountsBar(page).getByRole('button').count()).toBe(5)
      await page.reload()
      await accountsBar(page).getByRole('link', { name: 'All 60 accounts' }).waitFor()
      expect(await heights(page)).toHaveLength(1)
      await takePictures(page, `account-list-60-${viewport.width}`)
      await context.close()
    }
  })

  test('shows two accounts to their member, whose name it truncates at 250 px, and one alone, both without a link to more [SH-54]', async () => {
    const { page } = await newVisitor({ locale: 'es-US', viewport: desk })
    for (const [username, count] of [
      ['henry.walsh', 1],
      ['ada.lindqvist', 2],
    ] as const) {
      await signInByCall(page, portal.origin, username)
      await page.goto(portal.origin + paths.accountOverview())
      await accountsBar(page).getByRole('button').first().waitFor()
      await expect.poll(async () => accountsBar(page).getByRole('button').count()).toBe(count)
      expect(await accountsBar(page).getByRole('link').count()).toBe(0)
      await takePictures(page, `account-list-${count}`)
    }
    const name = accountsBar(page).getByText('Ada Lindqvist')
    await name.waitFor()
    const shown = await name.evaluate((element) => {
      element.textContent = 'Wilhelmina Featherstonehaugh-Cholmondeley and the Prairie View Dairy Partnership'
      const { textOverflow, whiteSpace, overflow } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      const isCut = element.scrollWidth > element.clientWidth
      return { width, isOneLine: height < 40, isCut, textOverflow, whiteSpace, overflow }
    })
    expect(shown).toEqual({
      width: 250,
      isOneLine: true,
      isCut: true,
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
    })
  })
})

describe('all accounts', () => {
  test('a farm searches, sorts and pages its 60 accounts, opens one, and returns to the same place', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'uma.fields')
    await page.goto(portal.origin + paths.accountOverview())
    await accountsBar(page).getByRole('link', { name: 'All 60 accounts' }).click()
    await page.getByText('1–10 of 60').waitFor()
    expect(await accountsBar(page).count()).toBe(0)
    await expect.poll(async () => rows(page).count()).toBe(10)
    expect(await pageFaults(page, 'all-accounts')).toEqual([])
    await page.getByLabel('Search your accounts').fill('zzzz')
    await page.getByText('No accounts match').waitFor()
    expect(await pageFaults(page, 'all-accounts-none')).toEqual([])

    await page.getByLabel('Search your accounts').fill('10220014')
    await page.getByText('1–10 of 10').waitFor()
    await pressByKeyboard(page, page.getByRole('button', { name: 'Balance' }))
    await page.getByRole('columnheader', { name: 'Balance' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
    await expect.poll(() => firstAccount(page)).toBe('102200140')
    await page.keyboard.press('Enter')
    await expect.poll(() => firstAccount(page)).toBe('102200145')
    await page.getByLabel('Rows per page').selectOption('5')
    await page.getByText('1–5 of 10').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('6–10 of 10').waitFor()
    const where = '/view-all-accounts?search=10220014&sort=accountBalance&order=desc&page=2&pageSize=5'
    expect(address(page)).toBe(where)

    await page.getByRole('link', { name: '102200140' }).click()
    await onOverview(page)
    expect(address(page)).toBe('/accountoverview?accountno=102200140&isFromViewAllAccounts=true')
    await page.goBack()
    await page.getByText('6–10 of 10').waitFor()
    expect(address(page)).toBe(where)
    expect(await page.getByLabel('Search your accounts').inputValue()).toBe('10220014')

    await page.getByRole('link', { name: '102200140' }).click()
    await page.getByRole('link', { name: 'Back to all accounts' }).click()
    await page.getByText('1–10 of 60').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('the calendar of due dates', () => {
  const eventsOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

  test('is turned on, read by a calendar program, and ended', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'noah.becker')
    await page.goto(portal.origin + '/pages/account-management')
    await page.getByRole('heading', { level: 1, name: 'Account Management' }).waitFor()
    expect(address(page)).toBe(paths.accountManagement())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Your calendar is on.').waitFor()
    const feed = await page.getByLabel('Calendar address').inputValue()
    expect(await pageFaults(page, 'account-management')).toEqual([])

    const answer = await fetch(feed)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('set-cookie')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      null,
    ])
    const events = eventsOf(await answer.text())
    expect(events.map(({ summary }) => summary).toSorted()).toEqual([
      expect.stringContaining('Arrangement payment past due (Electric)'),
      expect.stringContaining('Electric bill past due: $356.20 (account ending in 0101)'),
    ])
    for (const { startDate } of events) expect(startDate.isDate).toBe(true)

    await page.getByRole('button', { name: 'Español' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Administración de cuentas' }).waitFor()
    await page.getByRole('button', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText('Su calendario está desactivado. La dirección ya no funciona.').waitFor()
    expect((await fetch(feed)).status).toBe(404)
    expect(unexpected(visitor)).toEqual([])
  })
})
