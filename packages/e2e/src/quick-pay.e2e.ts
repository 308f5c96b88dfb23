import { paths } from '@coopline/contract/paths'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { focused, hasTakenOver, pressByKeyboard, hasFocus } from './support/keyboard.ts'
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
    await page.goto(`${portal.origin}/demo/mailbox`)
    const receipt = page.getByRole('article').filter({ hasText: confirmation })
    await expect.poll(async () => receipt.count()).toBe(1)
    expect(await receipt.textContent()).toContain('ada.lindqvist@example.org')
    expect(visitor.complaints).toEqual([])
  })

  test('the quick-pay token stays in local storage until the payment succeeds, and Done then leads home [QP-35, QP-36, PS-11]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '101200101', phone: '3977' })
    expect(await page.evaluate(storedToken)).toMatch(/\S{20}/u)
    await sendPayment(page, '10.00')
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await payByCard(page)
    await readConfirmation(page)
    expect(await page.evaluate(storedToken)).toBeNull()
    await page.reload()
    await readConfirmation(page)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(portal.origin + paths.home())
  })

  test('a visitor who chooses eCheck pays from a bank account, and the receipt names it', async () => {
    const { page } = await newVisitor()
    await goToProvider(page, portal, ada, { method: 'eCheck' })
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await payByBankAccount(page)
    const confirmation = await readConfirmation(page)
    expect(await fact(page, 'Convenience Fee').innerText()).toBe('$0.50')
    expect(await fact(page, 'Bank account ending in').innerText()).toBe('6789')
    expect(await listed(ada.number, confirmation)).toMatchObject([
      { state: 'confirmed', bookings: bookedOnce(ada.number, 50) },
    ])
    await page.goto(`${portal.origin}/demo/mailbox`)
    expect(await page.getByRole('article').filter({ hasText: confirmation }).textContent()).toContain(
      'eCheck ending in 6789',
    )
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

  test('a declined card books nothing; another card then pays the same payment once', async () => {
    const account = { number: '101400101', phone: '9913' }
    const { page } = await newVisitor()
    await goToProvider(page, portal, account)
    await payByCard(page, card.declined)
    await page.getByRole('alert').getByText('Your card was declined.').waitFor()
    await expect.poll(() => portal.payments(account.number)).toMatchObject([{ state: 'declined', bookings: [] }])
    await payByCard(page)
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject([
      { state: 'confirmed', bookings: bookedOnce(account.number, 30) },
    ])
  })

  test('a visitor who gives up after a declined card reads that it was declined and that nothing was paid', async () => {
    const { page } = await newVisitor()
    await goToProvider(page, portal, { number: '101500101', phone: '6078' })
    await payByCard(page, card.declined)
    await page.getByRole('link', { name: /^Return to/u }).click()
    await page.getByRole('heading', { level: 1, name: 'Your payment was declined' }).waitFor()
    expect(await page.getByText('successfully').count()).toBe(0)
  })
})

describe('lost and repeated postbacks', () => {
  test('the status call of the return page makes up for a lost postback', async () => {
    const account = { number: '101600101', phone: '5215' }
    const { page } = await newVisitor()
    await goToProvider(page, portal, account)
    await payByCard(page, card.postbackLost)
    await readConfirmation(page)
    expect(await portal.payments(account.number)).toMatchObject([
      { state: 'confirmed', bookings: bookedOnce(account.number, 30) },
    ])
  })

  test('the sweeper makes up for a lost postback when the visitor never returns', async () => {
    const account = { number: '101700101', phone: '7402' }
    const { page, context } = await newVisitor()
    await goToProvider(page, portal, account)
    // The provider charges, and its answer finds no browser any more.
    const charged = Promise.withResolvers<number>()
    await page.route(`${portal.providerOrigin}/pay/**`, async (route) => {
      charged.resolve((await route.fetch({ maxRedirects: 0 })).status())
      await route.abort()
    })
    await payByCard(page, card.postbackLost)
    expect(await charged.promise).toBe(303)
    await context.close()
    expect(await portal.payments(account.number)).toMatchObject([{ state: 'handed-off', bookings: [] }])
    await portal.coopline('payments', 'sweep')
    expect(await portal.payments(account.number)).toMatchObject([
      { state: 'confirmed', bookings: bookedOnce(account.number, 30) },
    ])
  })

  test('a doubled postback, and a third under another id, record one payment and send one receipt', async () => {
    const account = { number: '101800101', phone: '3836' }
    const { page } = await newVisitor({ httpCredentials: { username: 'clerk', password: 'sandbox' } })
    await goToProvider(page, portal, account)
    await payByCard(page, card.postbackDoubled)
    const confirmation = await readConfirmation(page)
    const [payment] = await portal.payments(account.number)
    const delivered = async () => {
      await page.goto(`${portal.providerOrigin}/backoffice/payments/${payment?.transNo}`)
      return page.getByText('response 200').count()
    }
    await expect.poll(delivered).toBe(3)
    expect(await portal.payments(account.number)).toMatchObject([
      { state: 'confirmed', confirmationNumber: confirmation, bookings: bookedOnce(account.number, 30) },
    ])
    await page.goto(`${portal.origin}/demo/mailbox`)
    await expect.poll(async () => page.getByRole('article').filter({ hasText: confirmation }).count()).toBe(1)
  })
})

describe('the wizard', () => {
  test('a link prefills account and phone digits, and they leave the address [RU-37, RU-38]', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.quickPay({ accountno: '1001001010002222', phone: '48217777' }))
    await page.waitForURL(portal.origin + paths.quickPay())
    expect(await page.getByLabel('Account number').inputValue()).toBe('100100101000')
    expect(await page.getByLabel('Last 4 digits of your phone number').inputValue()).toBe('4821')
  })

  test('empty fields and a wrong account are refused in the documented words [QP-09, QP-12, QP-33]', async () => {
    const { page } = await newVisitor()
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
    const { page } = await newVisitor()
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

  test('Back from the second step clears the form and the error [QP-21, QP-22]', async () => {
    const { page } = await newVisitor()
    await enterAccount(page, portal, ada)
    await page.getByRole('button', { name: 'Verify' }).waitFor()
    await page.route('**/payments/settings**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page
      .getByRole('alert')
      .getByText('We are unable to process your request at this time. Please try again later.')
      .waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await page.getByLabel('Account number').inputValue()).toBe('')
    expect(await page.getByLabel('Last 4 digits of your phone number').inputValue()).toBe('')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(storedToken)).toBeNull()
  })

  test('when asked about a recent payment, Escape keeps the form, Continue pays and Cancel starts over [QP-27, QP-29, QP-31]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '102000101', phone: '4246' })
    await page.getByLabel('Payment amount').fill('7.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Another payment?' })
    expect(await dialog.innerText()).toMatch(
      /You have made a recent payment of \$[\d,]+\.\d\d on \d\d\/\d\d\/\d{4}\. Would you like to proceed with another payment\?/u,
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('7.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await payByCard(page)
    await readConfirmation(page)

    await openPayStep(page, portal, { number: '102000101', phone: '4246' })
    await page.getByLabel('Payment amount').fill('3.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    expect(await dialog.innerText()).toContain('You have made a recent payment of $7.00 on ')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await page.getByLabel('Account number').inputValue()).toBe('')
    expect(await portal.payments('102000101')).toMatchObject([{ state: 'confirmed', amountCents: 700 }])
  })

  test('paying, from the first step to the way home, needs only a keyboard', async () => {
    const { page } = await newVisitor()
    const { keyboard } = page
    await page.goto(portal.origin + paths.quickPay())
    // Where Tab goes on from after the skip link is not kept when the scripts take over.
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

describe('accounts with their own rules', () => {
  test('below the cutoff minimum of 425.00 the page names the three fees and requests nothing [PA-14, PA-15, PA-16]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '100400101', phone: '6650' })
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('425.00')
    await page.getByLabel('Payment amount').fill('424.99')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(
        'At this time, you are required to pay a minimum payment amount of $425.00 which includes a reconnect fee of $45.00, an additional deposit of $100.00 and a disconnect fee of $30.00.',
      )
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await portal.payments('100400101')).toEqual([])
  })

  test('a prepaid account starts at its minimum of 20.00 and takes no less [PA-18, PA-22]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '100600101', phone: '9042' })
    expect(await page.getByLabel('Payment amount').inputValue()).toBe('20.00')
    await page.getByLabel('Payment amount').fill('19.99')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('alert').getByText('You must pay the minimum amount of $20.00').waitFor()
    await sendPayment(page, '20.00')
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
  })

  test('an account that may not be paid by card has eCheck selected, and a press says why [PM-01, PM-12]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '100800101', phone: '7730' })
    expect(await page.getByRole('radio', { name: 'Credit or debit card' }).isDisabled()).toBe(true)
    expect(await page.getByRole('radio', { name: 'eCheck' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Why is Credit or debit card not available?' }).click()
    await page.getByText('Credit Card Payment Restricted.').waitFor()
    expect(await page.getByText('ECheck Payment Restricted.').count()).toBe(0)
  })

  test('an account with no more checks is paid by card only, and eCheck says that it is restricted [PM-07, PM-13]', async () => {
    const { page } = await newVisitor()
    await openPayStep(page, portal, { number: '100900101', phone: '8124' })
    expect(await page.getByRole('radio', { name: 'eCheck' }).isDisabled()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Credit or debit card' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Why is eCheck not available?' }).click()
    await page.getByText('ECheck Payment Restricted.').waitFor()
  })

  test('with both methods restricted nothing can be paid and the page says why [PM-02, PM-03, PM-11]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await openPayStep(page, portal, { number: '101000101', phone: '4409' })
    await page
      .getByRole('alert')
      .getByText(
        'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
      )
      .waitFor()
    expect(await page.getByLabel('Payment amount').count()).toBe(0)
    await page.getByText('ECheck & Credit Card Payment Restricted.').waitFor()
    expect(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Pay', exact: true }).click({ force: true })
    expect(await portal.payments('101000101')).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})
