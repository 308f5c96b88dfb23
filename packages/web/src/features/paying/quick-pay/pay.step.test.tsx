import { cents } from '@coopline/rules/kernel/money'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { amount, bodyOf, openPayStep, press } from '../../../test-support/open-quick-pay.tsx'
import {
  aRequisition,
  aVerification,
  accountInCutoff,
  payLine,
  settingsLine,
  somePaymentSettings,
  verifyLine,
} from '../../../test-support/quick-pay-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

type Settings = Parameters<typeof somePaymentSettings>[0]

/** The browser stays here when a payment is handed off. */
let submit: MockInstance<() => void>
beforeEach(() => {
  submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => submit.mockRestore())

const openWith = (account = theirAccount, settings: Settings = {}) =>
  openPayStep({ [verifyLine]: aVerification(account), [settingsLine]: somePaymentSettings(settings) })

/** Labels and values of a list of facts. */
const factsIn = (part: HTMLElement) => [...part.querySelectorAll('dl > div')].map((row) => row.textContent)
const accountFacts = () => factsIn(screen.getByRole('main')).slice(0, -3)
const total = () => factsIn(screen.getByRole('region', { name: 'What you will be charged' }))
const errorOfAmount = () => {
  const ids = amount().getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).at(-1)
}
const card = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Credit or debit card' })
const echeck = () => screen.getByRole<HTMLInputElement>('radio', { name: 'eCheck' })

async function typed(text: string, account = theirAccount, settings: Settings = {}) {
  const page = await openWith(account, settings)
  await page.user.clear(amount())
  await page.user.type(amount(), text)
  await page.user.tab()
  return page
}

test('the step shows number, balance, due date, past due and the fees above zero', async () => {
  await openWith(theirAccount.pastDue(4_210).withBalance({ reconnect_fee: cents(5_000) }))
  expect(accountFacts()).toEqual([
    'Account number000100200300',
    'Account balance$152.34',
    'Due date03/18/2099',
    'Past due$42.10',
    'Reconnect fee$50.00',
  ])
})

test('says before Pay that another payment is in progress and until when it counts as paid', async () => {
  const underWay = { payments: 1, underReview: 0, amount: cents(10_000), until: '2099-11-20T16:30:00.000Z' }
  await openWith(undefined, { paymentsUnderWay: { ...underWay, timeZone: 'America/Chicago' } })
  const notice = screen.getByText('Another payment of $100.00 is in progress for this account.').parentElement
  expect(notice?.textContent).toMatch(
    /It counts as paid until 11\/20\/2099, 10:30\sAM, unless it is canceled sooner\./u,
  )
})

test('says nothing of other payments where there are none, or where nothing can be paid', async () => {
  await openWith()
  expect(screen.queryByText(/Another payment/u)).toBeNull()
})

test('a prepaid account shows its label and reconnect amount, and neither due date nor past due', async () => {
  const prepaid = theirAccount.prepaid('About 4 days left').owing(-1_250).pastDue(100)
  await openWith(prepaid.withBalance({ prepaid_reconnect: cents(3_000) }))
  expect(accountFacts()).toEqual([
    'Account number000100200300',
    'Account balance-$12.50About 4 days left',
    'Reconnect amount$30.00',
  ])
})

test('the page shows no credit for a prepaid account in arrears', async () => {
  await openWith(theirAccount.prepaid().owing(-1_250))
  expect(accountFacts()[1]).toBe('Account balance-$12.50')
})

test('the page shows a credit for a standard account below zero', async () => {
  await openWith(theirAccount.owing(-1_250))
  expect(accountFacts()[1]).toBe('Account balance-$12.50You have a credit.')
})

test('an account blocked by its cutoff and by its methods shows both reasons', async () => {
  const restricted = accountInCutoff.with({ card_eligible: false, echeck_eligible: false })
  await openWith(restricted, { payOnlinePayCutoffAccount: 'N', cutoffMessage: 'Please call us.' })
  expect(screen.getByRole('alert').textContent).toBe(
    'Please call us.Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
  )
})

test('the field starts with the default amount, here the balance [PA-25]', async () => {
  await openWith()
  expect(amount().value).toBe('152.34')
})

test('in cutoff the field starts with the cutoff sum and its fees [PA-23]', async () => {
  await openWith(accountInCutoff)
  expect(amount().value).toBe('375.00')
})

test('starts with 0.00 and no message without a default amount [PA-26]', async () => {
  const { user } = await openWith(theirAccount.owing(0))
  expect(amount().value).toBe('0.00')
  expect(screen.queryByText('Payment amount should be greater than 0.')).toBeNull()
  await user.click(amount())
  await user.tab()
  expect(errorOfAmount()).toBe('Payment amount should be greater than 0.')
})

test('the field takes at most 13 characters [PA-01]', async () => {
  await typed('9999999999.999')
  expect(amount().value).toBe('9999999999.99')
})

test('leaving the field writes the amount with 2 decimals [PA-02]', async () => {
  await typed('25')
  expect(amount().value).toBe('25.00')
})

test('letters, signs and a second point do nothing in the field, which says what it takes [QP-17]', async () => {
  const { user } = await openWith()
  await user.clear(amount())
  await user.type(amount(), '-1a2.5.0')
  expect(amount().value).toBe('12.50')
  await user.type(amount(), 'x')
  expect(screen.getByText('Enter an amount, such as 1234.56.')).toBeDefined()
})

test.each([
  ['142,37', '142.37'],
  ['1,42', '1.42'],
  ['1.234,56', '1234.56'],
])('the typed amount %s is %s, in the field and in the total [REQ-D-269]', async (typedAmount, shown) => {
  const { user } = await openWith()
  await user.clear(amount())
  await user.type(amount(), typedAmount)
  await user.tab()
  expect(amount().value).toBe(shown)
})

test('an amount that can be read in two ways stays as typed and is refused [PA-04]', async () => {
  const { user } = await openWith()
  await user.clear(amount())
  await user.type(amount(), '1,5')
  await user.tab()
  expect(amount().value).toBe('1,5')
  expect(errorOfAmount()).toBe('You must enter valid amount.')
})

test('a pasted amount replaces the one in the field [REQ-D-269]', async () => {
  const { user } = await openWith()
  await user.click(amount())
  await user.paste('$1,234.56')
  expect(amount().value).toBe('1234.56')
})

test('pasting an amount is refused with the setting allowAmountPasting N, and the field says so [QP-18]', async () => {
  const { user } = await openPayStep({}, { settings: { allowAmountPasting: false } })
  await user.click(amount())
  await user.paste('99')
  expect(amount().value).toBe('152.34')
  expect(screen.getByText('Type the amount. Pasting is turned off.')).toBeDefined()
})

test('an empty amount [PA-03]', async () => {
  const { user } = await openWith()
  await user.clear(amount())
  await user.tab()
  expect(errorOfAmount()).toBe('You must enter valid amount.')
})

test('an amount above the upper bound [PA-06]', async () => {
  await typed('10000000000')
  expect(errorOfAmount()).toBe('You must enter a payment amount less than $10,000,000,000.00.')
})

test('more than the overpay amount [PA-08]', async () => {
  await typed('500.01')
  expect(errorOfAmount()).toBe('You may not overpay your account balance.')
})

test('less than the balance where that is not allowed [PA-11]', async () => {
  await typed('152.33', undefined, { paymentSettings: { allowUnderPay: 'N' } })
  expect(errorOfAmount()).toBe('You may not pay less than your account balance.')
})

test('less than the cutoff minimum: the minimum and the fees in it [PA-15, PA-16]', async () => {
  await typed('374.99', accountInCutoff)
  expect(errorOfAmount()).toBe(
    'At this time, you are required to pay a minimum payment amount of $375.00 which includes a reconnect fee of $50.00, an additional deposit of $100.00 and a disconnect fee of $25.00.',
  )
})

test('a prepaid account below its minimum [PA-18]', async () => {
  await typed('24.99', theirAccount.prepaid())
  expect(errorOfAmount()).toBe('You must pay the minimum amount of $25.00')
})

test('a prepaid account below its reconnect amount [PA-19]', async () => {
  await typed('29.99', theirAccount.prepaid().withBalance({ prepaid_reconnect: cents(3_000) }))
  expect(errorOfAmount()).toBe('You must pay the minimum reconnect amount of $30.00')
})

test('Pay checks the amount, says what is wrong and sends nothing [QP-24]', async () => {
  const { user, sent } = await openWith(theirAccount.owing(0))
  await press(user, 'Pay')
  const summary = screen.getByRole('alert', { name: 'There is a problem' })
  expect(within(summary).getByRole('link').textContent).toBe('Payment amount should be greater than 0.')
  await waitFor(() => expect(document.activeElement).toBe(amount()))
  expect(sent(payLine)).toHaveLength(0)
})

test('Enter in the field pays the amount as the field would show it', async () => {
  const { user, sent } = await openPayStep({ [payLine]: aRequisition() })
  await user.clear(amount())
  await user.type(amount(), '12.5{Enter}')
  await waitFor(() => expect(sent(payLine)).toHaveLength(1))
  expect(bodyOf(sent(payLine)[0])).toMatchObject({ amount: 1250 })
})

test('an account in cutoff is blocked with the configured message [QP-25, PM-09, PM-10]', async () => {
  const cutoffMessage = 'Please call us at (715) 555-0100 before you pay.'
  const { user, sent } = await openWith(accountInCutoff, { payOnlinePayCutoffAccount: 'N', cutoffMessage })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe(cutoffMessage)
  expect(document.activeElement).toBe(alert)
  expect(screen.queryByRole('textbox')).toBeNull()
  await press(user, 'Pay')
  expect(sent(payLine)).toHaveLength(0)
})

test('an account that is not in cutoff is not blocked by that setting [PM-09]', async () => {
  await openWith(undefined, { payOnlinePayCutoffAccount: 'N', cutoffMessage: 'Please call us.' })
  expect(screen.queryByText('Please call us.')).toBeNull()
  expect(amount().value).toBe('152.34')
})

test('with both methods restricted nothing can be paid, and the page says why [QP-26, PM-03, PM-11]', async () => {
  const { user, sent } = await openWith(theirAccount.with({ card_eligible: false, echeck_eligible: false }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
  )
  expect(screen.getByText('ECheck & Credit Card Payment Restricted.')).toBeDefined()
  await press(user, 'Pay')
  expect(sent(payLine)).toHaveLength(0)
})

test('with the card restricted eCheck is chosen, and the card says that it is restricted [PM-01, PM-12]', async () => {
  await openWith(theirAccount.with({ card_eligible: false }))
  expect(card().disabled).toBe(true)
  expect(echeck().checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Why is Credit or debit card not available?' })).toBeDefined()
  expect(screen.getByText('Credit Card Payment Restricted.')).toBeDefined()
})

test('with eCheck not eligible the card is chosen, and eCheck says that it is restricted [PM-05, PM-13]', async () => {
  await openWith(theirAccount.with({ echeck_eligible: false }))
  expect(echeck().disabled).toBe(true)
  expect(card().checked).toBe(true)
  expect(screen.getByText('ECheck Payment Restricted.')).toBeDefined()
})

test('eCheck is disabled where it is processed as a draft [PM-04]', async () => {
  await openWith(undefined, { echeckProcessAsDraft: 'Y' })
  expect(echeck().disabled).toBe(true)
})

test('eCheck is disabled where the utility does not allow it [PM-06]', async () => {
  await openWith(undefined, { paymentSettings: { utilityAllowEcheck: 'N' } })
  expect(echeck().disabled).toBe(true)
})

test('eCheck is disabled for a no-checks member where that is enforced [PM-07]', async () => {
  await openWith(theirAccount.with({ no_more_checks: true }), { enforceNoMoreEchecks: 'Y' })
  expect(echeck().disabled).toBe(true)
})

test('eCheck is enabled for a no-checks member where that is not enforced [PM-07, PM-08]', async () => {
  await openWith(theirAccount.with({ no_more_checks: true }), { enforceNoMoreEchecks: 'N' })
  expect(echeck().disabled).toBe(false)
  expect(card().checked).toBe(true)
})

test('fee and total are seen before anything is sent, and follow the amount and the method', async () => {
  const { user } = await openWith(undefined, { onlineConvFeeText: 'A fee of 2.95% applies to cards.' })
  expect(total()).toEqual([
    'Payment amount$152.34',
    'Convenience fee$4.49A fee of 2.95% applies to cards.',
    'Total$156.83',
  ])
  await user.click(echeck())
  expect(total()[2]).toBe('Total$152.34')
  await user.clear(amount())
  expect(total()[2]).toContain('not known yet')
  await user.type(amount(), '10')
  expect(total()[2]).toBe('Total$10.00')
})

test('in Spanish the cooperative’s own words about the fee and the cutoff are its Spanish ones', async () => {
  const spanishTexts = { cutoffMessage: 'Llámenos.', onlineConvFeeText: 'Hay un cargo por tarjeta.' }
  const { user } = await openWith(undefined, { onlineConvFeeText: 'A fee applies to cards.', spanishTexts })
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Español' }))
  expect(await screen.findByText('Hay un cargo por tarjeta.')).toBeDefined()
  expect(screen.queryByText('A fee applies to cards.')).toBeNull()
})

test('in Spanish an account in cutoff is blocked with the Spanish message', async () => {
  const spanishTexts = { cutoffMessage: 'Llámenos.', onlineConvFeeText: '' }
  const { user } = await openWith(accountInCutoff, {
    payOnlinePayCutoffAccount: 'N',
    cutoffMessage: 'Call us.',
    spanishTexts,
  })
  expect(screen.getByRole('alert').textContent).toBe('Call us.')
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Español' }))
  expect(await screen.findByText('Llámenos.')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Llámenos.')
})

test('the card says which kinds are taken, and up to which amount', async () => {
  await openWith(undefined, { paymentSettings: { maxChargeAmount: cents(250_000) } })
  expect(screen.getByText('Visa and Mastercard. Up to $2,500.00.')).toBeDefined()
})

test('an account with a liability to confirm is paid only once it is confirmed', async () => {
  const { user, sent } = await openPayStep({
    [verifyLine]: aVerification(
      theirAccount.withBalance({ show_liability_confirmation: true, liability_confirmation_amount: cents(7_525) }),
    ),
    [payLine]: aRequisition(),
  })
  const box = screen.getByRole('checkbox', { name: 'I confirm that I am responsible for $75.25 on this account.' })
  await press(user, 'Pay')
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(sent(payLine)).toHaveLength(0)
  await user.click(box)
  await press(user, 'Pay')
  await waitFor(() => expect(sent(payLine)).toHaveLength(1))
})

test('the step says that the secure page comes next and nothing is charged before', async () => {
  await openWith()
  expect(screen.getByText(/^Next, you go to the secure payment page .* You are not charged until/)).toBeDefined()
})

test('a problem of the field that is left waits until the press that leaves it has been delivered', async () => {
  const { user } = await openPayStep()
  await user.clear(amount())
  await user.type(amount(), '0')
  const eCheck = screen.getByRole('radio', { name: /eCheck/u })
  await user.pointer({ keys: '[MouseLeft>]', target: eCheck })
  expect(document.activeElement).toBe(eCheck)
  expect(amount().getAttribute('aria-invalid')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: eCheck })
  expect(eCheck).toHaveProperty('checked', true)
  expect(amount().getAttribute('aria-invalid')).toBe('true')
})
