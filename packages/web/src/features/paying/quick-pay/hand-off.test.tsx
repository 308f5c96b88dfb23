import { cents } from '@coopline/rules/kernel/money'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { type Answers, aProblem } from '../../../test-support/answers.ts'
import {
  accountNumber,
  amount,
  bodyOf,
  headersOf,
  openPayStep,
  openVerifyStep,
  phoneDigits,
  press,
} from '../../../test-support/open-quick-pay.tsx'
import {
  aRequisition,
  aVerification,
  accountInCutoff,
  payLine,
  settingsLine,
  somePaymentSettings,
  verifyLine,
} from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { theirAccount } from '../../../test-support/their-account.ts'

/** Replaces the submit of forms, because it would leave the page. */
let submit: MockInstance<() => void>
beforeEach(() => {
  submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => submit.mockRestore())

const recent = somePaymentSettings({
  paymentSettings: { lastPayment: { paymentAmount: cents(123_456), paymentDate: calendarDate('2027-03-01') } },
})
const question =
  'You have made a recent payment of $1,234.56 on 03/01/2027. Would you like to proceed with another payment?'
const handedOff = () => screen.findByRole('heading', { name: 'Taking you to the secure payment page' })
const keyOf = (call: Parameters<typeof headersOf>[0]) => headersOf(call).get('Idempotency-Key')

test('without a recent payment Pay requests the payment without a dialog [QP-30]', async () => {
  const { user, sent } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(payLine)).toHaveLength(1)
})

test('a provider without a form is gone to by its address, with a link for when that fails [REQ-D-411]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { user } = await openPayStep({ [payLine]: { ...aRequisition(''), redirectUrl: 'https://pay.example/p' } })
  await press(user, 'Pay')
  await handedOff()
  const goOn = screen.getByRole('link', { name: 'Continue to the payment page' })
  expect([goOn.getAttribute('href'), assign.mock.calls]).toEqual(['https://pay.example/p', [['https://pay.example/p']]])
  expect(submit).not.toHaveBeenCalled()
})

test('a page that is not secure is not gone to [REQ-D-411]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { user } = await openPayStep({ [payLine]: { ...aRequisition(''), redirectUrl: 'javascript:alert(1)' } })
  await press(user, 'Pay')
  await screen.findByRole('alert')
  expect(assign).not.toHaveBeenCalled()
})

test('the request names the member, the encoded account and the token [AP-05, AP-07]', async () => {
  const { user, sent } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  expect(sent(payLine)[0]?.address).toBe('/api/v3/quick-pay/member/M1001/pay?encryptedAccount=enc%2B%2F%3D1')
  expect(headersOf(sent(payLine)[0]).get('Authorization')).toBe('Bearer quick-token-1')
})

test('the body is the payment request, with every field of the account [AP-06]', async () => {
  const { user, sent } = await openPayStep({
    [verifyLine]: aVerification(accountInCutoff.withBalance({ minimum_payment_due: cents(700) })),
    [payLine]: aRequisition(),
  })
  await user.click(screen.getByRole('radio', { name: 'eCheck' }))
  await press(user, 'Pay')
  await handedOff()
  expect(bodyOf(sent(payLine)[0])).toEqual({
    accountsToPay: [
      {
        accountNumber: '000100200300',
        accountBalance: 15_234,
        paymentAmount: 37_500,
        dueDate: '2099-03-18',
        pastDueAmount: 0,
        reconnectFee: 5_000,
        additionalDeposit: 10_000,
        arrangementAmount: 0,
        liabilityConfirmationAmount: 0,
        showLiabilityConfirmation: 'N',
        cutoffAmount: 20_000,
        derivedStatus: 'Current',
        disconnectFee: 2_500,
        isPrepaidAccount: 'N',
        minimumPaymentAmount: 700,
        overPayAmount: 50_000,
        prepaidReconnectAmount: 0,
      },
    ],
    amount: 37_500,
    reconnectFee: 5_000,
    additionalDeposit: 10_000,
    arrangementPaymentAmount: 0,
    reconnectMeter: 'Y',
    paymentType: 'echeck',
    convenienceFee: 0,
  })
})

test('posts the hidden form to the provider automatically, field by field [QP-32, PH-01, AP-08]', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  const form = submit.mock.contexts[0] as HTMLFormElement
  expect(form.method).toBe('post')
  expect(form.action).toBe('https://provider.example/pay')
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  expect(hidden.map(({ name, value }) => [name, value])).toEqual([
    ['clientReference', 'T1'],
    ['balance', '152.34'],
    ['authorizationToken', 'v1.signed'],
  ])
})

test('the hand-off has a button for a browser that did not submit the form', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to the payment page' })
  expect(button.type).toBe('submit')
  expect(button.form?.action).toBe('https://provider.example/pay')
})

test('does not send payment data from https to a page without it', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition('javascript:alert(1)') })
  await press(user, 'Pay')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We are unable to process your request/)
  expect(submit).not.toHaveBeenCalled()
})

test('after a recent payment the dialog asks before anything is sent [QP-27, QP-28]', async () => {
  const { user, sent } = await openPayStep({ [settingsLine]: recent, [payLine]: aRequisition() })
  await press(user, 'Pay')
  const dialog = screen.getByRole('dialog')
  expect(dialog.querySelector('p')?.textContent).toBe(question)
  const footer = dialog.querySelector('[data-ui="dialog-footer"]')
  expect([...(footer?.querySelectorAll('button') ?? [])].map((button) => button.textContent)).toEqual([
    'Cancel',
    'Continue',
  ])
  expect(sent(payLine)).toHaveLength(0)
})

test('Continue requests the payment [QP-31]', async () => {
  const { user, sent } = await openPayStep({ [settingsLine]: recent, [payLine]: aRequisition() })
  await press(user, 'Pay')
  await press(user, 'Continue')
  await handedOff()
  expect(sent(payLine)).toHaveLength(1)
})

test('Cancel leads to an empty step 1 and ends the token; nothing is sent [QP-29]', async () => {
  const { user, sent } = await openPayStep({ [settingsLine]: recent, [payLine]: aRequisition() })
  await press(user, 'Pay')
  await press(user, 'Cancel')
  expect(accountNumber().value).toBe('')
  expect(phoneDigits().value).toBe('')
  expect(localStorage.getItem('mcp_quickPayToken')).toBeNull()
  expect(sent(payLine)).toHaveLength(0)
})

test('closing the dialog with the cross changes nothing', async () => {
  const { user, sent } = await openPayStep({ [settingsLine]: recent, [payLine]: aRequisition() })
  await user.clear(amount())
  await user.type(amount(), '20')
  await press(user, 'Pay')
  await press(user, 'Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(amount().value).toBe('20.00')
  expect(sent(payLine)).toHaveLength(0)
})

test('two quick presses of Pay send one request', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { user, sent } = await openPayStep({ [payLine]: answer.promise })
  await user.dblClick(screen.getByRole('button', { name: 'Pay' }))
  answer.resolve(aRequisition())
  await handedOff()
  expect(sent(payLine)).toHaveLength(1)
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
})

test('after a lost answer the form is kept, and Pay sends the same key again', async () => {
  const { user, sent, answers } = await openPayStep()
  await user.clear(amount())
  await user.type(amount(), '20')
  await press(user, 'Pay')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Unknown error!.*your entries are still here/)
  expect(amount().value).toBe('20.00')
  answers[payLine] = aRequisition()
  await press(user, 'Pay')
  await handedOff()
  const [first, second] = sent(payLine).map(keyOf)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
})

test('another amount is another payment, with a key of its own', async () => {
  const { user, sent } = await openPayStep()
  await press(user, 'Pay')
  await screen.findByRole('alert')
  await user.clear(amount())
  await user.type(amount(), '20')
  await press(user, 'Pay')
  await waitFor(() => expect(sent(payLine)).toHaveLength(2))
  const keys = sent(payLine).map(keyOf)
  expect(keys[1]).not.toBe(keys[0])
})

test('another method is another payment, with a key of its own', async () => {
  const { user, sent } = await openPayStep()
  await press(user, 'Pay')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('radio', { name: 'eCheck' }))
  await press(user, 'Pay')
  await waitFor(() => expect(sent(payLine)).toHaveLength(2))
  const keys = sent(payLine).map(keyOf)
  expect(keys[1]).not.toBe(keys[0])
})

test('a token that ended before a hand-off: Unauthorized access, nothing charged, and step 1 [QP-34]', async () => {
  const { user } = await openPayStep({ [payLine]: aProblem(401) })
  await press(user, 'Pay')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Unauthorized access\..*You have not been charged\.$/)
  expect(accountNumber().value).toBe('')
  expect(localStorage.getItem('mcp_quickPayToken')).toBeNull()
})

test("the server's refusal of an amount shows above the wizard, and the form is kept [ER-01, QP-33]", async () => {
  const refused = { code: 'overpay-not-allowed', field: 'amount', message: 'You may not overpay your account balance.' }
  const { user } = await openPayStep({ [payLine]: aProblem(400, '', [refused]) })
  await press(user, 'Pay')
  expect((await screen.findByRole('alert')).textContent).toBe('You may not overpay your account balance.')
  expect(amount().value).toBe('152.34')
})

test('changed figures are reloaded; the typed amount stays and the key is new', async () => {
  const changed = 'Your account amounts have changed.'
  const { user, sent, answers } = await openPayStep({ [payLine]: aProblem(409, changed) })
  answers[verifyLine] = { ...aVerification(theirAccount.owing(9_900)), quickPayToken: 'quick-token-2' }
  await user.clear(amount())
  await user.type(amount(), '20')
  await press(user, 'Pay')
  await screen.findByText('$99.00')
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Your account amounts have changed\..*We updated the amounts below\./,
  )
  expect(amount().value).toBe('20.00')
  answers[payLine] = aRequisition()
  await press(user, 'Pay')
  await handedOff()
  expect(headersOf(sent(payLine)[1]).get('Authorization')).toBe('Bearer quick-token-2')
  expect(keyOf(sent(payLine)[1])).not.toBe(keyOf(sent(payLine)[0]))
})

test('a page kept by the browser shows the pay step again after Back, and posts nothing', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await user.click(screen.getByRole('radio', { name: 'eCheck' }))
  await press(user, 'Pay')
  await handedOff()
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await screen.findByRole('heading', { name: 'Pay' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'eCheck' }).checked).toBe(true)
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
})

/** Hands off, then reloads the page, as Back from the provider's page does without the back/forward cache. */
async function loadAgain(historyState: unknown, later: Answers = {}) {
  const answers = { [settingsLine]: somePaymentSettings(), [payLine]: aRequisition(), ...later }
  cleanup()
  const token = localStorage.getItem('mcp_quickPayToken')
  const replaceState = vi.spyOn(window.history, 'replaceState').mockImplementationOnce(() => {
    History.prototype.replaceState.call(window.history, historyState, '', '/quick-pay')
  })
  const page = await renderPortal({ path: '/quick-pay', site: aSite({ features: ['QuickPay'] }), answers })
  replaceState.mockRestore()
  return { ...page, token }
}

test('a page reloaded by Back shows the pay step with the choices and sends the same key', async () => {
  const first = await openPayStep({ [payLine]: aRequisition() })
  await first.user.clear(amount())
  await first.user.type(amount(), '20')
  await press(first.user, 'Pay')
  await handedOff()
  const { user, calls } = await loadAgain(window.history.state)
  await screen.findByRole('heading', { name: 'Pay' })
  expect(amount().value).toBe('20.00')
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  await press(user, 'Pay')
  await handedOff()
  expect(keyOf(calls.find((call) => call.line === payLine))).toBe(keyOf(first.sent(payLine)[0]))
})

test('a reloaded page begins anew, with a new key, when its payment is over [REQ-D-476]', async () => {
  const first = await openPayStep({ [payLine]: aRequisition() })
  await press(first.user, 'Pay')
  await handedOff()
  const over = 'The payment page can no longer be used. Start the payment again.'
  let isOver = true
  const { user, calls } = await loadAgain(window.history.state, {
    [verifyLine]: aVerification(),
    [payLine]: () => (isOver ? aProblem(409, over) : aRequisition()),
  })
  await screen.findByRole('heading', { name: 'Pay' })
  await press(user, 'Pay')
  expect((await screen.findByRole('alert')).textContent).toBe(over)
  isOver = false
  await user.type(accountNumber(), '000100200300')
  await user.type(phoneDigits(), '0142')
  await press(user, 'Continue')
  await press(user, 'Verify')
  await screen.findByRole('heading', { name: 'Pay' })
  await press(user, 'Pay')
  await handedOff()
  const keys = calls.filter(({ line }) => line === payLine).map(keyOf)
  expect([keys[0], new Set(keys).size]).toEqual([keyOf(first.sent(payLine)[0]), 2])
})

test('a session that ended at the provider does not say what was charged, and its result can be read [REL-28]', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  const { token } = await loadAgain(window.history.state, { [settingsLine]: aProblem(401) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/If you confirmed the payment on the secure page, please do not pay again\./)
  expect(alert.textContent).not.toMatch(/not been charged/)
  expect(accountNumber().value).toBe('')
  expect(token).toBe('quick-token-1')
  expect(localStorage.getItem('mcp_quickPayToken')).toBe(token)
})

test('a page kept by the browser does not say what was charged either', async () => {
  const { user, answers } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  answers[settingsLine] = aProblem(401)
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect((await screen.findByRole('alert')).textContent).toMatch(/please do not pay again/)
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})

test('after Back, a lost answer does not say what was charged, for any amount [REL-28]', async () => {
  const first = await openPayStep({ [payLine]: aRequisition() })
  await press(first.user, 'Pay')
  await handedOff()
  const { user, calls } = await loadAgain(window.history.state, {
    [payLine]: () => Promise.reject(new TypeError('offline')),
  })
  await screen.findByRole('heading', { name: 'Pay' })
  for (const [tries, typed] of ['20', '30'].entries()) {
    await user.clear(amount())
    await user.type(amount(), typed)
    await press(user, 'Pay')
    await waitFor(() => expect(calls.filter(({ line }) => line === payLine)).toHaveLength(tries + 1))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /your entries are still here\. If you confirmed the payment on the secure page, please do not pay again\./,
    )
  }
})

test('a new visit of the page does not find the hand-off of an older one', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  await loadAgain(null)
  expect(accountNumber().value).toBe('')
})

test('Back after the payment is done, with its token gone, leads to step 1', async () => {
  const { user } = await openPayStep({ [payLine]: aRequisition() })
  await press(user, 'Pay')
  await handedOff()
  localStorage.removeItem('mcp_quickPayToken')
  await loadAgain(window.history.state)
  expect(accountNumber().value).toBe('')
})

test('Back on the pay step shows the account again, and the token stays', async () => {
  const { user } = await openVerifyStep()
  await press(user, 'Verify')
  await screen.findByRole('heading', { name: 'Pay' })
  await press(user, 'Back')
  expect(screen.getByText('Ada Lindqvist')).toBeDefined()
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})
