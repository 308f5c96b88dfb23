import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected, wholePage } from './support/browser.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(portal.origin + path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** The help of a page begins where its heading begins. */
async function checkHelp(page: Page, name: string): Promise<void> {
  // The served frame has both too, until the portal replaces it.
  await wholePage(page)
  const [heading, help] = [page.getByRole('heading', { level: 1 }), page.getByText(name)]
  const [above, below] = [await heading.boundingBox(), await help.boundingBox()]
  expect([name, below?.x]).toEqual([name, above?.x])
}

describe('member information documents', () => {
  test('a member opens a document of the cooperative in a new tab [MD-01, MD-04]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await open(page, paths.memberInfoDocs(), 'Member Information Documents')
    const link = page.getByRole('link', { name: 'Bylaws (opens in a new tab)' })
    const file = await page.request.get(portal.origin + ((await link.getAttribute('href')) ?? ''))
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await pageFaults(page, 'member-documents')).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('Operation RoundUp', () => {
  test('a member ends an enrollment and starts it again, and the cooperative gets both events [OR-01, OR-12, OR-26]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'maya.iyer')
    await open(page, paths.operationRoundUp({ accountno: '101300101' }), 'Operation RoundUp')
    await checkHelp(page, 'How Operation RoundUp works')
    const enrolled = page.getByLabel('Enrolled, account 101300101')
    expect(await page.getByLabel('Amount, account 101300101').inputValue()).toBe('2.00')
    await enrolled.uncheck()
    expect(await pageFaults(page, 'roundup')).toEqual([])
    await page.getByRole('button', { name: 'Proceed' }).click()
    await page.getByText('Your Operation RoundUp enrollment has been updated.').waitFor()
    expect(await enrolled.isChecked()).toBe(false)
    await enrolled.check()
    await page.getByLabel('Amount, account 101300101').fill('3')
    await page.getByLabel('Amount, account 101300101').blur()
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect.poll(() => page.getByLabel('Select, account 101300101').isChecked()).toBe(false)
    const listed = await portal.coopline('events', 'list')
    const events = listed.split('\n').filter((line) => line.includes('roundup-changed') && line.includes('101300101'))
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([
      { body: { isRoundup: false } },
      { body: { isRoundup: true, amount: 300 } },
    ])
    await page.goto(portal.origin + paths.draftPayments())
    await checkHelp(page, 'How drafts work')
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('Average Billing', () => {
  test('a member sees the next 12 bills, signs up and removes it, and the cooperative gets both events [AB-01, AB-02, AB-18]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await open(page, paths.averageBilling(), 'Average Billing')
    await page.getByRole('button', { name: 'Sign Up, account 100100101' }).waitFor()
    await page.locator('[name=filter]').selectOption('non-average')
    expect(await pageFaults(page, 'average')).toEqual([])
    await page.locator('[name=filter]').selectOption('all')
    await page.getByRole('button', { name: 'Sign Up, account 100100101' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign up for Average Billing' })
    await dialog.getByRole('table', { name: 'Your next 12 bills, estimated' }).waitFor()
    await expect.poll(async () => dialog.getByRole('rowheader').count()).toBe(12)
    expect(await dialog.getByRole('rowheader').filter({ hasText: 'settlement' }).allTextContents()).toEqual([
      expect.stringMatching(/^06\/.* \(settlement\)$/u),
    ])
    expect(await pageFaults(page, 'average-plan', inDialog)).toEqual([])
    await dialog.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByText('Your account is now on Average Billing.').waitFor()
    await page.getByRole('button', { name: 'Remove, account 100100101' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your account is no longer on Average Billing.').waitFor()
    const listed = await portal.coopline('events', 'list')
    const events = listed.split('\n').filter((line) => line.includes('average-billing-changed'))
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([
      { body: { action: 'Add', billingType: 'Average', settlementMonth: 6 } },
      { body: { action: 'Edit', billingType: 'Standard', settlementMonth: null } },
    ])
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('capital credits by year', () => {
  test('a member sees each year and opens a notice by keyboard', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await open(page, paths.capitalCredits(), 'Capital credits')
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '2025' }) })
    await row.waitFor()
    await expect.poll(async () => page.getByRole('row').count()).toBe(29)
    expect(await pageFaults(page, 'capital-credits')).toEqual([])
    const notice = row.getByRole('button', { name: 'Allocation notice of 05/01/2026, for 2025' })
    await notice.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Allocation notice of 05/01/2026' })
    await dialog.getByRole('toolbar').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('public capital credit pages', () => {
  test('a visitor enters a wrong number, then returns a letter [CL-01, CL-11]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await open(page, paths.letterReturn(), 'Capital Credit Letter Return')
    await page.getByLabel('Member Number').fill('10001')
    await page.getByLabel('Letter ID').fill('1')
    await page.getByRole('button', { name: 'Return Signed Letter' }).click()
    await page.getByText('We could not find a letter with this Member Number and Letter ID.').waitFor()
    expect(await pageFaults(page, 'letter')).toEqual([])
    await page.getByLabel('Letter ID').fill('202610001')
    await page.getByRole('button', { name: 'Return Signed Letter' }).click()
    await page.getByText('Thank you. We received your signed letter.').waitFor()
    expect(unexpected(visitor).filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('a visitor searches unclaimed credits and claims one [UC-01, UC-02, UC-17]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await open(page, paths.unclaimedCredits(), 'Unclaimed Capital Credits')
    await page.getByLabel('Last name', { exact: true }).fill('b')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('table').waitFor()
    expect(await pageFaults(page, 'unclaimed')).toEqual([])
    await page.getByRole('row').filter({ hasText: 'Willa Brandt' }).getByRole('button').click()
    await page.getByRole('heading', { name: 'Claim Contact Information' }).waitFor()
    expect(await pageFaults(page, 'claim')).toEqual([])
    await page.getByLabel('Phone number').fill('7155550142')
    await page.getByLabel('Contact preference').selectOption('Phone')
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await page.getByText('Thank you. We received your claim and will contact you.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })
})
