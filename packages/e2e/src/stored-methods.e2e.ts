import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openVisitor, unexpected, type Visitor } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { card, fact, readConfirmation } from './support/quick-payer.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
let visitor: Visitor

beforeAll(async () => {
  portal = await startPortalUnderTest()
  visitor = await openVisitor()
  await signInByCall(visitor.page, portal.origin, 'ada.lindqvist')
  return async () => {
    await visitor.context.close()
    await portal.close()
  }
})

const account = '100100101'

async function addCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add payment method' }).click()
  await page.waitForURL(`${portal.providerOrigin}/methods/**`)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Ada Lindqvist')
  await page.getByLabel('Expiration date').fill('12/30')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Billing ZIP code').fill('54701')
  await page.getByRole('button', { name: 'Save payment method' }).click()
  // The address says nothing of the card yet: the portal asks the provider for it.
  await page.getByText('Your payment method was saved.').waitFor()
}

describe('a member with stored methods', () => {
  test('adds a card, turns AutoPay on by keyboard, and pays with the stored card without the provider’s page [RT-27, RT-28]', async () => {
    const { page } = visitor
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByText('You have no saved payment methods.').waitFor()
    await takePictures(page, 'payment-profile-empty')
    await addCard(page, card.postbackLost)
    const methods = page.getByRole('list', { name: 'Saved payment methods' })
    await methods.getByText('Visa ending in 0341').waitFor()
    expect(await methods.innerText()).toContain('Expires 12/2030 · Default')
    expect(await page.content()).not.toContain('tok_')
    await page.getByRole('button', { name: 'Edit name of Visa ending in 0341' }).click()
    expect(await pageFaults(page, 'payment-profile-name', inDialog)).toEqual([])
    await page.keyboard.press('Escape')

    await page.goto(portal.origin + paths.autoPay())
    await pressByKeyboard(page, page.getByRole('button', { name: `Set up AutoPay for Electric account ${account}` }))
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByLabel('Pay', { exact: true }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, dialog.getByLabel('Limit (optional)'))
    await page.keyboard.type('249.5')
    expect(await pageFaults(page, 'auto-pay-form', inDialog)).toEqual([])
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Turn on AutoPay' }))
    await page.getByText('AutoPay is set up.').waitFor()
    expect(await fact(page, 'When').innerText()).toBe('1 day before the due date')
    expect(await fact(page, 'Limit').innerText()).toBe('Up to $249.50')
    expect(await pageFaults(page, 'auto-pay')).toEqual([])

    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByText(`To remove it, first end or change: AutoPay for account ${account}.`).waitFor()
    expect(await methods.innerText()).toContain(`AutoPay for account ${account}`)
    expect(await pageFaults(page, 'payment-profile')).toEqual([])

    await page.goto(portal.origin + paths.payMultiple({ accountno: account }))
    const pay = page.getByRole('button', { name: 'Pay', exact: true })
    await pay.waitFor()
    expect(await page.getByRole('radio', { name: /Visa ending in 0341/u }).isChecked()).toBe(true)
    expect(await pageFaults(page, 'pay-with-stored-card')).toEqual([])
    await pay.dblclick()
    expect(await readConfirmation(page)).toMatch(/^SB[0-9A-Z]{10}$/u)
    expect(new URL(page.url()).search).not.toContain('encodedParam')
    expect(unexpected(visitor)).toEqual([])
  })

  test('cancels on the provider’s page without storing anything, and pauses and cancels AutoPay by keyboard before a method goes', async () => {
    const { page } = visitor
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByRole('button', { name: 'Add payment method' }).click()
    await page.waitForURL(`${portal.providerOrigin}/methods/**`)
    await takePictures(page, 'provider-method')
    await page.getByRole('button', { name: /^Cancel and return/u }).click()
    await page.getByText(/^No payment method was saved/u).waitFor()

    await page.goto(portal.origin + paths.autoPay())
    await pressByKeyboard(page, page.getByRole('button', { name: `Pause AutoPay for Electric account ${account}` }))
    await page.getByText('AutoPay is paused.').waitFor()
    await pressByKeyboard(page, page.getByRole('button', { name: `Cancel AutoPay for Electric account ${account}` }))
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel AutoPay' }))
    await page.getByText('AutoPay is canceled.').waitFor()
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByRole('button', { name: 'Remove Visa ending in 0341' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Your payment method was removed.').waitFor()
    await page.getByText('You have no saved payment methods.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })
})
