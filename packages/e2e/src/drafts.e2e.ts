import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { enterCard } from './support/quick-payer.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const updated = 'Your draft information has been updated.'
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const rowOf = (page: Page, account: string) => page.getByRole('row').filter({ hasText: account })
const heightOf = async (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).minHeight)

async function openDrafts(page: Page): Promise<void> {
  await page.goto(portal.origin + paths.draftPayments())
  await page.getByRole('tab', { name: 'Accounts' }).waitFor()
}

/** Ticks an account, chooses the card, and goes to the provider's page. */
async function goToProvider(page: Page, account: string): Promise<void> {
  await tab(page, 'Setup New Draft')
  await page.getByText('Credit or debit card', { exact: true }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^${account}`, 'u') }).check()
  await page.getByLabel(/^When the draft is taken/u).selectOption('END_OF_MONTH')
  await page.getByRole('checkbox', { name: /^I authorize/u }).check()
  await page.getByRole('button', { name: 'Continue to the payment page' }).click()
  await page.waitForURL(`${portal.providerOrigin}/methods/**`)
}

describe('drafts', () => {
  test('a member replaces a draft by another from a bank account: it is removed and set up again, by keyboard [DR-14, DR-36, HM-21]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    const { keyboard } = page
    await signInByCall(page, portal.origin, 'peter.vance')
    await openDrafts(page)
    expect(await rowOf(page, '101600101').innerText()).toContain('Checking account ****4417 Cedar Valley Bank')
    expect(await rowOf(page, '101600102').innerText()).toContain('Days after billing: 10')
    await tabTo(page, page.getByRole('tab', { name: 'Accounts' }))
    await keyboard.press('ArrowLeft')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Remove the draft for account 101600101' }))
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Remove draft' }))
    await page.getByText(updated).waitFor()
    expect(await rowOf(page, '101600101').innerText()).toContain('No draft')

    await tabTo(page, page.getByRole('tab', { name: 'Accounts' }))
    await keyboard.press('ArrowRight')
    await tabTo(page, page.getByRole('checkbox', { name: /^101600101/u }))
    await keyboard.press('Space')
    for (const [label, text] of [
      [/^When the draft is taken/u, 'Day of the month'],
      [/^Day of the month/u, '20'],
      [/^Account type/u, 'Savings'],
      [/^Routing number/u, '071909004'],
      [/^Bank account number/u, '700310552'],
      [/^Confirm bank account number/u, '700310552'],
    ] as const) {
      await tabTo(page, page.getByLabel(label))
      await keyboard.type(text)
    }
    await expect.poll(() => page.getByLabel('Bank name').inputValue()).toBe('LAKE COUNTRY CREDIT UNION')
    await tabTo(page, page.getByRole('checkbox', { name: /^I authorize/u }))
    await keyboard.press('Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Set up draft' }))
    await page.getByText(updated).waitFor()
    const row = rowOf(page, '101600101')
    await row.getByText('****0552').waitFor()
    expect(await row.innerText()).toContain('Day of the month: 20')

    const listed = await portal.coopline('events', 'list', '--bank-numbers')
    const events = listed.split('\n').filter((line) => line.includes('"draft.'))
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([
      { kind: 'draft.removed', accountNumber: '101600101' },
      { kind: 'draft.set-up', accountNumber: '101600101', bankAccountNumber: '700310552', routingNumber: '071909004' },
    ])
    expect(unexpected(visitor)).toEqual([])
  })

  test('a member sets up a draft from a card on the provider’s page, after turning back once [DR-33, DR-34, DR-76]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await openDrafts(page)
    await goToProvider(page, '100100101')
    await page.getByText('Account: 100100101').waitFor()
    await page.getByRole('button', { name: /^Cancel/u }).click()
    await page.getByText('Your draft information could not be updated.').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await rowOf(page, '100100101').innerText()).toContain('No draft')

    await goToProvider(page, '100100101')
    await enterCard(page)
    await page.getByRole('button', { name: 'Save payment method' }).click()
    await page.waitForURL(`${portal.origin}/draft-payments**`)
    await page.getByText(updated).waitFor()
    const row = rowOf(page, '100100101')
    await row.getByText('Card ****1111').waitFor()
    expect(await row.innerText()).toContain('End of the month')
    await expect.poll(() => new URL(page.url()).search).toBe('')

    const listed = await portal.coopline('events', 'list', '--bank-numbers')
    const event = listed.split('\n').find((line) => line.includes('"draft.set-up"') && line.includes('100100101'))
    expect(JSON.parse(event ?? '{}')).toMatchObject({
      body: { draftType: 'Card', bankAccountNumberMasked: '****1111' },
    })
    expect(unexpected(visitor)).toEqual([])
  })

  test('the lists scroll at 480 px, and collapsed panels are 60 and 45 px high [DR-60, DR-62]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'uma.fields')
    await openDrafts(page)
    await tab(page, 'Setup New Draft')
    const list = page.getByRole('list', { name: 'Accounts' })
    const size = await list.evaluate((element) => [element.clientHeight, element.scrollHeight])
    expect(size[0]).toBeLessThanOrEqual(480)
    expect(size[0]).toBeGreaterThan(470)
    expect(size[1]).toBeGreaterThan(2_000)
    expect(await heightOf(page, 'ul[aria-label="Accounts"] > li')).toBe('60px')

    await signInByCall(page, portal.origin, 'peter.vance')
    await openDrafts(page)
    await tab(page, 'Remove Draft')
    const removable = 'ul[aria-label="Accounts with a draft"]'
    expect(await heightOf(page, `${removable} > li`)).toBe('45px')
    expect(await page.locator(removable).evaluate((element) => getComputedStyle(element).maxHeight)).toBe('480px')
  })

  test('every tab passes axe in both themes and fits 320 px, in both languages', async () => {
    const { page } = await newVisitor()
    const found: string[] = []
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await openDrafts(page)
    for (const name of ['Accounts', 'Setup New Draft', 'Remove Draft']) {
      await tab(page, name)
      if (name === 'Setup New Draft') await page.getByRole('checkbox').nth(1).check()
      found.push(...(await pageFaults(page, `drafts-${name}`)))
    }
    expect(found).toEqual([])
  })
})
