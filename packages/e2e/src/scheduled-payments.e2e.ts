import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
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
/** Formats a day as the list shows it: 05-Jan-2025. */
const day = [
  inTenDays.slice(8),
  paymentDay.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }),
  inTenDays.slice(0, 4),
].join('-')

const payLater = (page: Page) => page.getByRole('link', { name: 'I can’t pay all of it' })
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm arrangement' })

async function storeCard(page: Page): Promise<void> {
  await page.goto(portal.origin + paths.paymentProfile())
  await page.getByRole('button', { name: 'Add payment method' }).click()
  await enterCard(page)
  await page.getByRole('button', { name: 'Save payment method' }).click()
  await page.getByText('Your payment method was saved.').waitFor()
}

describe('scheduled payments', () => {
  test('a member schedules a payment with a saved card, finds it in the list and deletes it, by keyboard [SP-02, SP-05, SP-06]', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    const { keyboard } = page
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await storeCard(page)
    await page.goto(portal.origin + paths.payMultiple({ accountno: '100100101' }))
    await tabTo(page, page.getByLabel('Payment amount for account 100100101', { exact: true }))
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('12.34')
    await tabTo(page, page.getByLabel('Payment date', { exact: true }))
    await keyboard.type(inTenDays.slice(5).replace('-', '') + inTenDays.slice(0, 4))
    await tabTo(page, page.getByLabel('Payment method', { exact: true }))
    await keyboard.type('Visa')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Schedule payment' }))
    await page.getByText('Your payment has been scheduled.').waitFor()
    await page.getByText(`Payment date: ${day}`).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.scheduleSuccess())
    expect(await pageFaults(page, 'scheduled-success')).toEqual([])
    await pressByKeyboard(page, page.getByRole('link', { name: 'View scheduled payments' }))

    const row = page.getByRole('row').filter({ hasText: `${day} 12:01 AM` })
    await row.getByText('$12.34').waitFor()
    expect(await row.innerText()).toContain('Visa ending in 1111')
    expect(new URL(page.url()).pathname).toBe(paths.scheduledPayments())
    expect(await pageFaults(page, 'scheduled-list')).toEqual([])
    await pressByKeyboard(page, row.getByRole('button', { name: '1 account' }))
    await page.getByRole('dialog', { name: 'Accounts to be paid' }).getByText('100100101').waitFor()
    await keyboard.press('Escape')

    const remove = page.getByRole('button', { name: `Delete the payment of $12.34 on ${day}` })
    await pressByKeyboard(page, remove)
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).last())
    await row.waitFor()
    await pressByKeyboard(page, remove)
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }))
    await page.getByText('The scheduled payment was deleted.').waitFor()
    await page.getByText('No Payments scheduled at this time.').waitFor()
    for (const path of [paths.scheduleError(), paths.scheduleCancel()]) {
      await page.goto(portal.origin + path)
      await page.getByText(/^There is no new scheduled payment to show/u).waitFor()
    }
    expect(unexpected(visitor)).toEqual([])
  })
})

describe('arrangements', () => {
  test('a member in arrears makes an arrangement by keyboard, and every page shows it', async () => {
    const visitor = await newVisitor({ viewport: desk })
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ben.ortega')
    await page.goto(portal.origin + paths.accountOverview())
    await onOverview(page)
    await pressByKeyboard(page, payLater(page))
    await confirm(page).waitFor()
    expect(await page.getByText('$318.44').count()).toBeGreaterThan(0)
    await expect.poll(async () => page.getByText('Your service may be disconnected soon.').count()).toBe(1)
    expect(await pageFaults(page, 'arrange')).toEqual([])

    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('radio', { checked: true })
    expect(await chosen.getAttribute('value')).toBe('installments-3')
    await pressByKeyboard(page, confirm(page))
    await page.getByText('Your arrangement is confirmed.').waitFor()
    const amounts = await page.getByRole('region', { name: 'Your payments' }).getByRole('definition').allInnerTexts()
    const cents = amounts.map((text) => Math.round(Number(text.replace('$', '')) * 100))
    expect(cents).toHaveLength(4)
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(31_844)
    expect(await pageFaults(page, 'arrange-made')).toEqual([])

    await page.getByRole('link', { name: 'View your arrangement' }).click()
    await page.getByRole('cell', { name: '$318.44' }).waitFor()
    await page.getByRole('cell', { name: '$79.61' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.viewArrangements())
    expect(await pageFaults(page, 'arrangements')).toEqual([])
    await page.goto(portal.origin + paths.accountOverview())
    await onOverview(page)
    await page.getByRole('region', { name: 'Payment arrangement' }).waitFor()
    expect(await payLater(page).count()).toBe(0)
    expect(unexpected(visitor)).toEqual([])
  })

  test('a double click and a second tab make one arrangement', async () => {
    const { page, context } = await newVisitor()
    await signInByCall(page, portal.origin, 'carla.nguyen')
    const address = portal.origin + paths.arrange()
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(address)
      await tab.getByText(/^Pay everything by/u).click()
    }
    await confirm(page).dblclick()
    await page.getByText('Your arrangement is confirmed.').waitFor()
    await confirm(other).click()
    await other.getByText('Your arrangement is confirmed.').waitFor()
    await other.getByRole('link', { name: 'View your arrangement' }).click()
    await other.getByRole('cell', { name: '$276.10' }).first().waitFor()
    await expect.poll(async () => other.getByRole('row').count()).toBe(2)

    await page.goto(address)
    expect(await page.getByText('This account already has a payment arrangement.').innerText()).toBeTruthy()
  })

  test('an account that is not past due says so, in Spanish', async () => {
    const { page } = await newVisitor({ locale: 'es-US' })
    await signInByCall(page, portal.origin, 'rosa.delgado')
    await page.goto(portal.origin + paths.arrange())
    await page.getByText('Esta cuenta no tiene saldo vencido.').waitFor()
    expect(await page.getByRole('link', { name: 'Hacer un pago' }).getAttribute('href')).toBe(
      paths.payMultiple({ accountno: '101800101' }),
    )
  })
})
