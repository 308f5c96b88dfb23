import { paths } from '@coopline/contract/paths'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, shareVisitor } from './support/browser.ts'
import { focused, hasTakenOver, pressByKeyboard, hasFocus } from './support/keyboard.ts'
import { listMail, readMail } from './support/mailbox.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import {
  card,
  enterAccount,
  fact,
  goToProvider,
  openPayStep,
  payByBankAccount,
  payByCard,
  readConfirmation,
  sendPayment,
} from './support/quick-payer.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // The demo's payments are weeks old.
  await portal.set({ recentPaymentDays: 60 })
  return portal.close
})

const ada = { number: '100100101', phone: '4821' }
const storedToken = () => localStorage.getItem('mcp_quickPayToken')

/** Lists the payments of an account with this confirmation code. */
const listed = async (accountNumber: string, confirmation: string) =>
  (await portal.payments(accountNumber)).filter((payment) => payment.confirmationNumber === confirmation)

const inCents = (dollars: string): number => Math.round(Number(dollars.replaceAll(/[$,]/gu, '')) * 100)

/** One booking that balances, with the fee of a card payment of 10.00 in it. */
const bookedOnce = (accountNumber: string, fee: number) => [
  {
    kind: 'payment',
    entries: [
      { ledgerAccount: 'provider-clearing', amountCents: 1000 + fee },
      { ledgerAccount: `member-account/${accountNumber}`, amountCents: -1000 },
      { ledgerAccount: 'convenience-fee', amountCents: -fee },
    ],
  },
]

describe('paying, at 390 px', () => {
  test('a visitor pays 10.00 by card in three steps and reads the confirmation code; the ledger holds one confirmed payment and the receipt is in the mailbox [REL-29, QP-01, QP-02]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await enterAccount(page, portal, ada)
    await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()
    expect(await fact(page, 'Account number').innerText()).toBe('100100101')
    expect(await fact(page, 'Name').innerText()).toContain('Lindqvist')
    expect(await fact(page, 'Service address').innerText()).toMatch(/\w/u)
    await page.getByRole('button', { name: 'Verify' }).click()
    const owed = inCents(await fact(page, 'Account balance').innerText())
    await sendPayment(page, '10.00')
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await payByCard(page)

    const confirmation = await readConfirmation(page)
    expect(confirmation).toMatch(/^SB[0-9A-Z]{10}$/u)
    expect(await fact(page, 'Payment Amount').innerText()).toBe('$10.00')
    expect(await fact(page, 'Convenience Fee').innerText()).toBe('$0.30')
    expect(await fact(page, 'Total Payment Amount').innerText()).toBe('$10.30')
    expect(await fact(page, 'Card ending in').innerText()).toBe('1111')
    expect(inCents(await fact(page, 'Account Balance').innerText())).toBe(owed - 1000)

    expect(await listed(ada.number, confirmation)).toMatchObject([
      { state: 'confirmed', amountCents: 1000, bookings: bookedOnce(ada.number, 30) },
    ])
    const receipt = await readMail(portal.origin, new RegExp(confirmation, 'u'))
    expect(receipt).toContain('ada.lindqvist@example.org')
    expect((await listMail(portal.origin)).filter((text) => text.includes(confirmation))).toHaveLength(1)
    expect(visitor.complaints).toEqual([])
  })

  test('a visitor who chooses eCheck pays from a bank account; the quick-pay token stays in local storage until then, and Done opens the home page [QP-35, QP-36, PS-11]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, ada)
    expect(await page.evaluate(storedToken)).toMatch(/\S{20}/u)
    await sendPayment(page, '10.00', 'eCheck')
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await payByBankAccount(page)
    const confirmation = await readConfirmation(page)
    expect(await fact(page, 'Convenience Fee').innerText()).toBe('$0.50')
    expect(await fact(page, 'Bank account ending in').innerText()).toBe('6789')
    expect(await listed(ada.number, confirmation)).toMatchObject([
      { state: 'confirmed', bookings: bookedOnce(ada.number, 50) },
    ])
    expect(await readMail(portal.origin, new RegExp(confirmation, 'u'))).toContain('eCheck ending in 6789')
    expect(await page.evaluate(storedToken)).toBeNull()
    await page.reload()
    await readConfirmation(page)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(portal.origin + paths.home())
  })

  test('a visitor who cancels at the provider reads that the payment has been canceled; nothing is booked [REL-29, PS-13]', async () => {
    const account = { number: '101300101', phone: '2650' }
    const { page } = await newVisitor()
    await goToProvider(page, portal, account)
    await page.getByRole('button', { name: /^Cancel and return/u }).click()
    await page.getByRole('heading', { level: 1, name: 'Your payment has been canceled.' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.paymentCancel())
    await expect.poll(() => portal.payments(account.number)).toMatchObject([{ state: 'canceled', bookings: [] }])
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(portal.origin + paths.home())
  })
})

describe('the wizard', () => {
  const shared = shareVisitor()

  test('a link prefills account and phone digits, and they leave the address [RU-37, RU-38]', async () => {
    const { page } = shared()
    await page.goto(portal.origin + paths.quickPay({ accountno: '1001001010002222', phone: '48217777' }))
    await page.waitForURL(portal.origin + paths.quickPay())
    expect(await page.getByLabel('Account number').inputValue()).toBe('100100101000')
    expect(await page.getByLabel('Last 4 digits of your phone number').inputValue()).toBe('4821')
  })

  test('empty fields and a wrong account are refused in the documented words [QP-09, QP-12, QP-33]', async () => {
    const { page } = shared()
    await page.goto(portal.origin + paths.quickPay())
    await page.getByRole('button', { name: 'Continue' }).click()
    const summary = page.getByRole('alert')
    await summary.getByRole('link', { name: 'Please enter your account number.' }).waitFor()
    await summary.getByRole('link', { name: 'Please enter last 4 digits of your phone number.' }).click()
    await expect.poll(() => hasFocus(page.getByLabel('Last 4 digits of your phone number'))).toBe(true)
    await enterAccount(page, portal, { number: '100100101', phone: '0000' })
    await page.getByRole('alert').getByText('Unauthorized access.').waitFor()
  })

  test('account number and phone digits take nothing but digits [QP-15, QP-16]', async () => {
    const { page } = shared()
    await page.goto(portal.origin + paths.quickPay())
    const number = page.getByLabel('Account number')
    const phone = page.getByLabel('Last 4 digits of your phone number')
    await number.pressSequentially('1a0-0 100101x')
    await phone.pressSequentially('4.8e21')
    expect([await number.inputValue(), await phone.inputValue()]).toEqual(['100100101', '4821'])
    await phone.pressSequentially('5')
    expect(await phone.inputValue()).toBe('4821')
    await page.getByText('Use up to 4 digits.').waitFor()
  })

  test('the amount takes digits and one decimal point, a pasted amount is read like a typed one, and gets two decimals [QP-17, PA-02]', async () => {
    const { page, context } = await newVisitor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPayStep(page, portal, ada)
    const amount = page.getByLabel('Payment amount')
    await amount.fill('')
    await amount.pressSequentially('-1x2.5.')
    expect(await amount.inputValue()).toBe('12.5')
    await amount.blur()
    expect(await amount.inputValue()).toBe('12.50')
    await amount.press('ControlOrMeta+A')
    await amount.pressSequentially('142,37')
    await amount.blur()
    expect(await amount.inputValue()).toBe('142.37')
    await page.evaluate(() => navigator.clipboard.writeText('$1,234.56'))
    await amount.press('ControlOrMeta+A')
    await amount.press('ControlOrMeta+V')
    expect(await amount.inputValue()).toBe('1234.56')
  })

  test('paying, from the first step to the way home, needs only a keyboard', async () => {
    const { page } = await newVisitor()
    const { keyboard } = page
    await page.goto(portal.origin + paths.quickPay())
    // The position of Tab after the skip link is lost when the scripts take over, so the test waits for that first.
    await expect.poll(() => hasTakenOver(page)).toBe(true)
    await keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to main content')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('102100101')
    await keyboard.press('Tab')
    await keyboard.type('8890')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Is this your account?')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Verify' }))
    await expect.poll(() => focused(page)).toBe('Pay')
    await keyboard.press('Tab')
    await keyboard.type('12.00')
    await keyboard.press('Tab')
    await keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'eCheck' }).isChecked()).toBe(true)
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Another payment?')
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('12.00')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Pay', exact: true }))
    await expect.poll(() => focused(page)).toBe('Another payment?')
    await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Continue' }))
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await page.getByLabel('Card number').focus()
    for (const words of [card.approved, 'Pat Doe', '12/39', '123', '54701']) {
      await keyboard.type(words)
      await keyboard.press('Tab')
    }
    await keyboard.press('Enter')
    await readConfirmation(page)
    await expect.poll(() => focused(page)).toBe('Your payment was successfully processed')
    await pressByKeyboard(page, page.getByRole('link', { name: 'Done' }))
    await page.waitForURL(portal.origin + paths.home())
    expect(await portal.payments('102100101')).toMatchObject([{ state: 'confirmed', amountCents: 1200 }])
  })
})
