import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard, tabTo } from './support/keyboard.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { card, fact, readConfirmation } from './support/quick-payer.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // Journeys pay the same accounts again and again.
  await portal.set({ recentPaymentDays: 0 })
  return portal.close
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
  test('adds a card, turns AutoPay on, and pays with the stored card without the provider’s page [RT-27, RT-28]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByText('You have no saved payment methods.').waitFor()
    await takePictures(page, 'payment-profile-empty')
    await addCard(page, card.postbackLost)
    const methods = page.getByRole('list', { name: 'Saved payment methods' })
    await methods.getByText('Visa ending in 0341').waitFor()
    expect(await methods.innerText()).toContain('Expires 12/2030 · Default')
    expect(await page.content()).not.toContain('tok_')

    await page.goto(portal.origin + paths.autoPay())
    await page.getByRole('button', { name: `Set up AutoPay for Electric account ${account}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pay', { exact: true }).selectOption('3')
    await dialog.getByLabel('Limit (optional)').fill('250')
    await takePictures(page, 'auto-pay-form')
    await dialog.getByRole('button', { name: 'Turn on AutoPay' }).click()
    await page.getByText('AutoPay is set up.').waitFor()
    expect(await fact(page, 'When').innerText()).toBe('3 days before the due date')
    expect(await fact(page, 'Limit').innerText()).toBe('Up to $250.00')
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

  test('cancels on the provider’s page without storing anything, and cancels AutoPay before a method goes', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByRole('button', { name: 'Add payment method' }).click()
    await page.waitForURL(`${portal.providerOrigin}/methods/**`)
    await takePictures(page, 'provider-method')
    await page.getByRole('button', { name: /^Cancel and return/u }).click()
    await page.getByText(/^No payment method was saved/u).waitFor()

    await page.goto(portal.origin + paths.autoPay())
    await page.getByRole('button', { name: `Cancel AutoPay for Electric account ${account}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel AutoPay' }).click()
    await page.getByText('AutoPay is canceled.').waitFor()
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByRole('button', { name: 'Remove Visa ending in 0341' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Your payment method was removed.').waitFor()
    await page.getByText('You have no saved payment methods.').waitFor()
    expect(unexpected(visitor)).toEqual([])
  })

  test('sets AutoPay up, pauses and cancels it with the keyboard alone', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.paymentProfile())
    await addCard(page, card.approved)
    await page.goto(portal.origin + paths.autoPay())
    await pressByKeyboard(page, page.getByRole('button', { name: `Set up AutoPay for Electric account ${account}` }))
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByLabel('Pay', { exact: true }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, dialog.getByLabel('Limit (optional)'))
    await page.keyboard.type('99.5')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Turn on AutoPay' }))
    await page.getByText('AutoPay is set up.').waitFor()
    expect([await fact(page, 'When').innerText(), await fact(page, 'Limit').innerText()]).toEqual([
      '1 day before the due date',
      'Up to $99.50',
    ])
    await pressByKeyboard(page, page.getByRole('button', { name: `Pause AutoPay for Electric account ${account}` }))
    await page.getByText('AutoPay is paused.').waitFor()
    await pressByKeyboard(page, page.getByRole('button', { name: `Cancel AutoPay for Electric account ${account}` }))
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel AutoPay' }))
    await page.getByText('AutoPay is canceled.').waitFor()
  })

  test('payment profile, AutoPay and the result pass axe in both themes and fit 320 px in Spanish', async () => {
    const { page } = await newVisitor({ locale: 'es-US' })
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    const found: string[] = []
    const look = async (name: string) => found.push(...(await pageFaults(page, `es-${name}`)))
    await page.goto(portal.origin + paths.paymentProfile())
    await page.getByRole('heading', { level: 1, name: 'Formas de pago guardadas' }).waitFor()
    await page.getByRole('button', { name: 'Editar nombre de Visa que termina en 1111' }).click()
    await look('payment-profile-name')
    await page.keyboard.press('Escape')
    await look('payment-profile')

    await page.goto(portal.origin + paths.autoPay())
    await page.getByRole('button', { name: `Configurar el pago automático de Electricidad, cuenta ${account}` }).click()
    await look('auto-pay-form')
    await page.keyboard.press('Escape')
    await look('auto-pay')

    await page.goto(portal.origin + paths.payMultiple({ accountno: account }))
    await page.getByRole('checkbox', { name: `Electricidad, cuenta ${account}` }).check()
    await page.getByLabel(`Monto del pago para la cuenta ${account}`).fill('7.00')
    await look('pay-with-stored-card')
    await page.getByRole('button', { name: 'Pagar', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Su pago se procesó correctamente' }).waitFor()
    await look('payment-success')
    expect(found).toEqual([])
  })
})
