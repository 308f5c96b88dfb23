import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected, wholePage } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
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

const languages = ['en-US', 'es-US'] as const

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
    expect(unexpected(visitor)).toEqual([])
  })

  test('the list passes axe in both themes and fits 320 px, in English and Spanish', async () => {
    const found: string[] = []
    for (const locale of languages) {
      const { page } = await newVisitor({ locale })
      await signInByCall(page, portal.origin, 'ada.lindqvist')
      await page.goto(portal.origin + paths.memberInfoDocs())
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      found.push(...(await pageFaults(page, `${locale}-member-documents`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-member-documents`)
    }
    expect(found).toEqual([])
  })
})

describe('Operation RoundUp', () => {
  test('a member ends an enrollment and starts it again, and the cooperative gets both events [OR-01, OR-12, OR-26]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'maya.iyer')
    await open(page, paths.operationRoundUp({ accountno: '101300101' }), 'Operation RoundUp')
    const enrolled = page.getByLabel('Enrolled, account 101300101')
    expect(await page.getByLabel('Amount, account 101300101').inputValue()).toBe('2.00')
    await enrolled.uncheck()
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
    expect(unexpected(visitor)).toEqual([])
  })

  test('the accounts pass axe in both themes and fit 320 px, in English and Spanish', async () => {
    const found: string[] = []
    for (const locale of languages) {
      const { page } = await newVisitor({ locale })
      await signInByCall(page, portal.origin, 'maya.iyer')
      await page.goto(portal.origin + paths.operationRoundUp())
      await page.getByRole('checkbox').nth(1).check()
      found.push(...(await pageFaults(page, `${locale}-roundup`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-roundup`)
    }
    expect(found).toEqual([])
  })
})

test('the help of a page begins where its heading begins', async () => {
  const { page } = await newVisitor()
  await signInByCall(page, portal.origin, 'maya.iyer')
  for (const [path, name] of [
    [paths.operationRoundUp(), 'How Operation RoundUp works'],
    [paths.draftPayments(), 'How drafts work'],
  ] as const) {
    await page.goto(portal.origin + path)
    const [heading, help] = [page.getByRole('heading', { level: 1 }), page.getByText(name)]
    // The served frame has both too, until the portal replaces it.
    await wholePage(page)
    const [above, below] = [await heading.boundingBox(), await help.boundingBox()]
    expect([path, below?.x]).toEqual([path, above?.x])
  }
})

describe('Average Billing', () => {
  test('a member sees the next 12 bills, signs up and removes it, and the cooperative gets both events [AB-01, AB-02, AB-18]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await open(page, paths.averageBilling(), 'Average Billing')
    await page.getByRole('button', { name: 'Sign Up, account 100100101' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign up for Average Billing' })
    await dialog.getByRole('table', { name: 'Your next 12 bills, estimated' }).waitFor()
    await expect.poll(async () => dialog.getByRole('rowheader').count()).toBe(12)
    expect(await dialog.getByRole('rowheader').filter({ hasText: 'settlement' }).allTextContents()).toEqual([
      expect.stringMatching(/^06\/.* \(settlement\)$/u),
    ])
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

  test('a member on Budget Billing reads why the account is not eligible [AB-12, AB-14]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'luis.romero')
    await open(page, paths.averageBilling(), 'Average Billing')
    await page.getByRole('button', { name: 'Not Eligible, account 101200101' }).click()
    await page.getByText(/^Your account is on Budget Billing until June\./u).waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('the accounts and the next 12 bills pass axe in both themes and fit 320 px, in English and Spanish', async () => {
    const found: string[] = []
    for (const locale of languages) {
      const { page } = await newVisitor({ locale })
      await signInByCall(page, portal.origin, 'ada.lindqvist')
      await page.goto(portal.origin + paths.averageBilling())
      await page.locator('[name=filter]').selectOption('non-average')
      found.push(...(await pageFaults(page, `${locale}-average`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-average`)
      await page.getByRole('row').nth(1).getByRole('button').first().click()
      await page.getByRole('dialog').getByRole('table').waitFor()
      found.push(...(await pageFaults(page, `${locale}-average-plan`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-average-plan`)
    }
    expect(found).toEqual([])
  })
})

describe('capital credits by year', () => {
  test('a member sees each year and opens a notice; one without credits reads that there are none', async () => {
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

    const other = await newVisitor({ locale: 'es-US', viewport: { width: 1280, height: 900 } })
    await signInByCall(other.page, portal.origin, 'grace.osei')
    await open(other.page, paths.capitalCredits(), 'Créditos de capital')
    await other.page.getByText('Todavía no tenemos créditos de capital suyos.').waitFor()
    expect(await pageFaults(other.page, 'capital-credits-none-es')).toEqual([])
    expect([...unexpected(visitor), ...unexpected(other)]).toEqual([])
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
    await page.getByLabel('Letter ID').fill('202610001')
    await page.getByRole('button', { name: 'Return Signed Letter' }).click()
    await page.getByText('Thank you. We received your signed letter.').waitFor()
    expect(unexpected(visitor).filter((fault) => !fault.includes('400'))).toEqual([])
  })

  test('a visitor searches unclaimed credits and claims one [UC-01, UC-02, UC-17]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await open(page, paths.unclaimedCredits(), 'Unclaimed Capital Credits')
    await page.getByLabel('Last name', { exact: true }).fill('brand')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('row').filter({ hasText: 'Willa Brandt' }).getByRole('button').click()
    await page.getByRole('heading', { name: 'Claim Contact Information' }).waitFor()
    await page.getByLabel('Phone number').fill('7155550142')
    await page.getByLabel('Contact preference').selectOption('Phone')
    await page.getByRole('button', { name: 'Submit claim' }).click()
    await page.getByText('Thank you. We received your claim and will contact you.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('both pages pass axe in both themes and fit 320 px, in English and Spanish', async () => {
    const found: string[] = []
    for (const locale of languages) {
      const { page } = await newVisitor({ locale })
      await page.goto(portal.origin + paths.letterReturn())
      await page.locator('[name=letterId]').waitFor()
      found.push(...(await pageFaults(page, `${locale}-letter`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-letter`)
      await page.goto(portal.origin + paths.unclaimedCredits())
      await page.locator('[name=lastName]').fill('b')
      await page.locator('[name=lastName]').press('Enter')
      await page.getByRole('table').waitFor()
      found.push(...(await pageFaults(page, `${locale}-unclaimed`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-unclaimed`)
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.locator('[name=address1]').waitFor()
      found.push(...(await pageFaults(page, `${locale}-claim`, { translated: locale === 'es-US' })))
      await takePictures(page, `${locale}-claim`)
    }
    expect(found).toEqual([])
  })
})
