import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { onOverview } from './support/member.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { enterCard } from './support/quick-payer.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

const paymentDay = new Date(Date.now() + 10 * 24 * 3600_000)
const inTenDays = paymentDay.toISOString().slice(0, 10)
/** As the list shows it: 05-Jan-2025. */
const day = [
  inTenDays.slice(8),
  paymentDay.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }),
  inTenDays.slice(0, 4),
].join('-')

async function storeCard(page: Page): Promise<void> {
  await page.goto(portal.origin + paths.paymentProfile())
  await page.getByRole('button', { name: 'Add payment method' }).click()
  await enterCard(page)
  await page.getByRole('button', { name: 'Save payment method' }).click()
  await page.getByText('Your payment method was saved.').waitFor()
}

async function schedule(page: Page, amount: string): Promise<void> {
  await page.goto(portal.origin + paths.payMultiple({ accountno: '100100101' }))
  await page.getByLabel('Payment amount for account 100100101', { exact: true }).fill(amount)
  await page.getByLabel('Payment date', { exact: true }).fill(inTenDays)
  await page.getByLabel('Payment method', { exact: true }).selectOption({ label: 'Visa ending in 1111' })
  await page.getByRole('button', { name: 'Schedule payment' }).click()
  await page.getByText('Your payment has been scheduled.').waitFor()
}

describe('scheduled payments', () => {
  test('a member schedules a payment with a saved card, finds it in the list and deletes it [SP-02, SP-05, SP-06]', async () => {
    const visitor = await newVisitor({ viewport: phone })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await storeCard(page)
    await schedule(page, '12.34')
    await page.getByText(`Payment date: ${day}`).waitFor()
    await page.getByRole('link', { name: 'View scheduled payments' }).click()

    const row = page.getByRole('row').filter({ hasText: `${day} 12:01 AM` })
    await row.getByText('$12.34').waitFor()
    expect(await row.innerText()).toContain('Visa ending in 1111')
    await row.getByRole('button', { name: '1 account' }).click()
    await page.getByRole('dialog', { name: 'Accounts to be paid' }).getByText('100100101').waitFor()
    await page.keyboard.press('Escape')

    const remove = page.getByRole('button', { name: `Delete the payment of $12.34 on ${day}` })
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).last().click()
    await row.waitFor()
    await remove.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click()
    await page.getByText('The scheduled payment was deleted.').waitFor()
    await page.getByText('No Payments scheduled at this time.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('a payment is scheduled and deleted with the keyboard alone', async () => {
    const { page } = await newVisitor({ viewport: desk })
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.payMultiple({ accountno: '100100102' }))
    await tabTo(page, page.getByLabel('Payment amount for account 100100102', { exact: true }))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('5')
    await tabTo(page, page.getByLabel('Payment date', { exact: true }))
    await page.keyboard.type(inTenDays.slice(5).replace('-', '') + inTenDays.slice(0, 4))
    await tabTo(page, page.getByLabel('Payment method', { exact: true }))
    await page.keyboard.type('Visa')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Schedule payment' }))
    await page.getByText('Your payment has been scheduled.').waitFor()
    await pressByKeyboard(page, page.getByRole('link', { name: 'View scheduled payments' }))
    await pressByKeyboard(page, page.getByRole('button', { name: `Delete the payment of $5.00 on ${day}` }))
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }))
    await page.getByText('The scheduled payment was deleted.').waitFor()
    await expect.poll(async () => page.getByText('No Payments scheduled at this time.').count()).toBe(1)
  })

  test('Done on the result pages leads to the account overview [SP-13, SP-14, SP-15]', async () => {
    const { page } = await newVisitor({ viewport: desk })
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    for (const path of [paths.scheduleSuccess(), paths.scheduleCancel(), paths.scheduleError()]) {
      await page.goto(portal.origin + path)
      await page.getByRole('link', { name: 'Done' }).click()
      await onOverview(page)
      expect(new URL(page.url()).pathname).toBe(paths.accountOverview())
    }
  })

  test('every page passes axe in both themes and fits 320 px, in English and Spanish', async () => {
    const found: string[] = []
    for (const locale of ['en-US', 'es-US']) {
      const { page } = await newVisitor({ locale })
      await signInByCall(page, portal.origin, 'ada.lindqvist')
      for (const [name, path] of [
        ['list', paths.scheduledPayments()],
        ['success', paths.scheduleSuccess()],
        ['error', paths.scheduleError()],
        ['cancel', paths.scheduleCancel()],
      ] as const) {
        await page.goto(portal.origin + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        found.push(...(await pageFaults(page, `${locale}-scheduled-${name}`, { translated: locale === 'es-US' })))
      }
    }
    expect(found).toEqual([])
  })
})
