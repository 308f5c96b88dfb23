import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { aPaymentResult, statusLine } from '../../../test-support/quick-pay-answers.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const returned = '/payment-success?isFromQuickPay=true&encodedParam=a.b-c%2Fd'
const success = 'Your payment was successfully processed'
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const facts = () => [...document.querySelectorAll('main [data-ui="facts"] > div')].map((row) => row.textContent)

/** Returns from the provider's page with the token that the hand-off stored. */
async function comeBack(answer: unknown, path = returned) {
  localStorage.setItem('mcp_quickPayToken', 'quick-token-1')
  return renderPortal({
    path,
    site: aSite({ features: ['QuickPay'], settings: { phoneNumber: '(715) 555-0100' } }),
    answers: answer === undefined ? {} : { [statusLine]: answer },
    visits: ['/home', '/quick-pay'],
  })
}

const outcome = (changes: Partial<PaymentResult>) => comeBack(aPaymentResult(changes))

test('the page is titled Payment Success and open to visitors [RT-22]', async () => {
  await comeBack(aPaymentResult())
  expect(document.title).toBe('Payment Success')
})

test('loads the payment named in the address with the quick-pay token [PS-02, AP-12, AP-13]', async () => {
  const { calls } = await comeBack(aPaymentResult())
  expect(calls.map(({ address }) => address)).toEqual(['/api/v3/quick-pay/payments/status?encryptedPayload=a.b-c%2Fd'])
  expect(new Headers(calls[0]?.init.headers).get('Authorization')).toBe('Bearer quick-token-1')
})

test('without isFromQuickPay the quick-pay call is not made [PS-01]', async () => {
  const { calls } = await comeBack(aPaymentResult(), '/payment-success?encodedParam=abc')
  expect(calls).toHaveLength(0)
  expect(heading()).toBe('Sign in to see your payment')
  const signIn = screen.getAllByRole('link', { name: 'Sign In' }).map((link) => link.getAttribute('href'))
  expect(signIn).toContain('/login?returnUrl=%2Fpayment-success')
})

const memberStatus = 'GET /v3/members/1001/payments/status'

/** Comes back from the provider's page while signed in. */
const memberComesBack = async (answer: unknown) => {
  localStorage.setItem('mcp_quickPayToken', 'quick-token-1')
  return renderPortal({
    path: '/payment-success?encodedParam=a.b-c',
    session: aMember,
    answers: { [memberStatus]: answer },
    visits: ['/accountoverview', '/login'],
  })
}

test('the payment of a member is asked for with the member’s token, and leaves Quick Pay alone [PS-15, AC-37]', async () => {
  const { calls, address } = await memberComesBack(aPaymentResult())
  const asked = calls.filter(({ line }) => line === memberStatus)
  expect(asked.map((one) => one.address)).toEqual(['/api/v3/members/1001/payments/status?encryptedPayload=a.b-c'])
  expect(new Headers(asked[0]?.init.headers).get('Authorization')).toBe('Bearer token-1')
  expect(heading()).toBe(success)
  expect(address()).toBe('/payment-success')
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})

test('Done leads a member to the overview of the account that was paid [PS-12]', async () => {
  await memberComesBack(aPaymentResult())
  const done = screen.getByRole('link', { name: 'Done' })
  expect(done.getAttribute('href')).toBe('/accountoverview?accountno=000100200300')
})

test('a payment of several accounts shows each with what was paid on it and its balance', async () => {
  await memberComesBack(
    aPaymentResult({
      accountBalance: null,
      accounts: [
        { accountNumber: '1', accountBalance: cents(500), paymentAmount: cents(10_000) },
        { accountNumber: '2', accountBalance: null, paymentAmount: cents(5_234) },
      ],
    }),
  )
  expect(facts()).toEqual([
    'Account 1$100.00Balance now: $5.00',
    'Account 2$52.34',
    'Payment Amount$152.34',
    'Convenience Fee$4.49',
    'Total Payment Amount$156.83',
    'Card ending in1111',
  ])
})

test('a declined payment of a member can be tried again, for the same account', async () => {
  sessionStorage.setItem('mcp_memberPayment', '{}')
  await memberComesBack(aPaymentResult({ outcome: 'declined' }))
  const again = screen.getByRole('link', { name: 'Try again' })
  expect(again.getAttribute('href')).toBe('/billpayments/pay-multiple?accountno=000100200300')
  // The next payment is a new one, even of the same amounts.
  expect(sessionStorage.getItem('mcp_memberPayment')).toBeNull()
})

test('a member whose session is refused is led to sign in', async () => {
  const { address } = await memberComesBack(aProblem(401))
  expect(address()).toBe('/login?sessionTimeOut=true')
})

test('encodedParam is taken out of the address', async () => {
  const { address } = await comeBack(aPaymentResult())
  expect(address()).toBe('/payment-success?isFromQuickPay=true')
})

test('a confirmed payment is called a success, without a full stop [PS-03]', async () => {
  await outcome({})
  expect(heading()).toBe(success)
})

test('the message of the provider is shown as text, markup included [PS-04]', async () => {
  const postbackMessage = 'Thank <b>you</b> <img src=x onerror=alert(1)>'
  await outcome({ postbackMessage })
  expect(screen.getByText(postbackMessage)).toBeDefined()
  expect(document.querySelector('main b, main img')).toBeNull()
})

test('account number, balance and the last four of the card are shown [PS-05, PS-09, PS-17]', async () => {
  await outcome({})
  expect(facts()).toEqual(
    expect.arrayContaining(['Account Number000100200300', 'Account Balance$10.00', 'Card ending in1111']),
  )
})

test('the amount less the fee, the fee and the total are shown [PS-06, PS-07, PS-08]', async () => {
  await outcome({})
  expect(facts().slice(2, -1)).toEqual(['Payment Amount$152.34', 'Convenience Fee$4.49', 'Total Payment Amount$156.83'])
})

test('without a balance there is no line for it [PS-05]', async () => {
  await outcome({ accountBalance: null })
  expect(facts().join()).not.toContain('Account Balance')
})

test('labels the last four digits of a bank account as such [PS-09]', async () => {
  await outcome({ paymentType: 'echeck', cardOrBankAccountNumberLastFourDigits: '6789' })
  expect(facts()).toContain('Bank account ending in6789')
})

test('the Confirmation Code is the confirmation number [PS-10, PS-17]', async () => {
  await outcome({})
  const label = screen.getByText('Confirmation Code')
  expect(label.nextElementSibling?.textContent).toBe('SB20270301A7')
})

test('Done opens the home page after Quick Pay [PS-11]', async () => {
  const { user, address } = await outcome({})
  await user.click(screen.getByRole('link', { name: 'Done' }))
  expect(address()).toBe('/home')
})

test('the page can be printed', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await outcome({})
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('after success the token is removed from local storage [PS-16, QP-36, AC-37]', async () => {
  await outcome({})
  expect(localStorage.getItem('mcp_quickPayToken')).toBeNull()
})

test('after a declined payment the token stays [QP-36]', async () => {
  await outcome({ outcome: 'declined' })
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})

test('a reload shows the same payment without a call', async () => {
  await outcome({})
  cleanup()
  const { calls } = await renderPortal({ path: '/payment-success?isFromQuickPay=true' })
  expect(heading()).toBe(success)
  expect(calls).toHaveLength(0)
})

test('in a browser without a payment, the page says so and links to the home page', async () => {
  const { user, address } = await renderPortal({ path: '/payment-success', visits: ['/home'] })
  expect(heading()).toBe('There is no payment to show here')
  await user.click(screen.getByRole('link', { name: 'Back to the home page' }))
  expect(address()).toBe('/home')
})

test('a payment remembered from before is not shown for an address that names another', async () => {
  await outcome({})
  cleanup()
  await comeBack(aProblem(404, 'We could not find what you asked for.'), returned.replace('a.b', 'forged'))
  expect(heading()).toBe('We could not show your payment')
  expect(screen.queryByText(success)).toBeNull()
})

test('a forged or foreign encodedParam is an error, never a success [SEC-47]', async () => {
  await comeBack(aProblem(404, 'We could not find what you asked for.'))
  expect(heading()).toBe('We could not show your payment')
  expect(screen.getByRole('alert').textContent).toMatch(/^We could not find what you asked for\./)
  expect(screen.queryByText(success)).toBeNull()
  expect(screen.queryByRole('link', { name: /again/i })).toBeNull()
})

test('an unreadable encodedParam shows the first message of the list [ER-01]', async () => {
  await comeBack(
    aProblem(400, '', [{ code: 'x', message: 'Something you entered is not valid. Check it and try again.' }]),
  )
  expect(screen.getByRole('alert').textContent).toMatch(/^Something you entered is not valid\./)
})

test("an expired token shows 'Unauthorized access' and says that the payment is not affected [ER-02]", async () => {
  await comeBack(aProblem(401))
  expect(screen.getByRole('alert').textContent).toMatch(/^Unauthorized access\..*your payment is not affected/)
})

test('a declined payment says so, with the words of the provider, and offers another try', async () => {
  const { user, address } = await outcome({ outcome: 'declined', postbackMessage: 'The card was declined.' })
  expect(heading()).toBe('Your payment was declined')
  expect(screen.getByRole('alert').textContent).toMatch(/^The card was declined\.You were not charged\./)
  await user.click(screen.getByRole('link', { name: 'Try again' }))
  expect(address()).toBe('/quick-pay')
})

test('a canceled payment says so and offers another try', async () => {
  await outcome({ outcome: 'canceled' })
  expect(heading()).toBe('Your payment was canceled')
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/quick-pay')
})

test('an expired payment says so and offers another try', async () => {
  await outcome({ outcome: 'expired' })
  expect(heading()).toBe('Your payment timed out')
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/quick-pay')
})

test('a refunded payment says so, with its figures, and is not called a success', async () => {
  await outcome({ outcome: 'refunded', paymentAmount: cents(10_000), convenienceFee: cents(0) })
  expect(heading()).toBe('Your payment was refunded')
  expect(facts()).toContain('Total Payment Amount$100.00')
  expect(screen.queryByText(success)).toBeNull()
})

test('a payment of which a part was refunded is a success, and says how much of it went back [REQ-D-424]', async () => {
  await outcome({ outcome: 'confirmed', refundedAmount: cents(2_000) })
  expect(screen.getByText(success)).toBeDefined()
  expect(facts()).toContain('Refunded$20.00 of $156.83')
})

test('the heading gets the focus when the answer arrives', async () => {
  await outcome({})
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('the page has no script of the cooperative', async () => {
  await renderPortal({ path: '/payment-success', site: aSite({ settings: { siteScriptPath: '/site.js' } }) })
  expect(document.querySelectorAll('script[src]')).toHaveLength(0)
})

test('in Spanish the page of a confirmed payment is Spanish', async () => {
  localStorage.setItem('mcp_quickPayToken', 'quick-token-1')
  await renderPortal({ path: returned, language: 'es', answers: { [statusLine]: aPaymentResult() } })
  expect(heading()).toBe('Su pago se procesó correctamente')
  expect(screen.getByRole('main').textContent).not.toMatch(/\b(?:Payment|Amount|Balance|Fee|Code|Done|Print)\b/)
})
