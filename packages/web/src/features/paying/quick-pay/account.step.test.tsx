import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import {
  accountNumber,
  bodyOf,
  headersOf,
  openQuickPay,
  openVerifyStep,
  phoneDigits,
  press,
} from '../../../test-support/open-quick-pay.tsx'
import {
  aVerification,
  settingsLine,
  somePaymentSettings,
  verifyLine,
} from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const noAccount = 'Please enter your account number.'
const badAccount = 'Please enter valid account number.'
const noPhone = 'Please enter last 4 digits of your phone number.'
const badPhone = 'Please enter valid last 4 digits of your phone number.'

/** The message under a field, as a screen reader hears it with the field. */
const errorOf = (field: HTMLElement) => {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).at(-1)
}
const summary = () => screen.getByRole('alert', { name: 'There is a problem' })
const linksOf = (box: HTMLElement) =>
  within(box)
    .getAllByRole('link')
    .map((link) => link.textContent)

test('step 1 asks for the account number and the last 4 digits of the phone [QP-08]', async () => {
  await openQuickPay()
  expect(accountNumber().inputMode).toBe('numeric')
  expect(phoneDigits().inputMode).toBe('numeric')
})

test('an empty form shows both problems at once, under the fields and in the summary [QP-09, QP-12]', async () => {
  const { user, sent } = await openQuickPay()
  await press(user, 'Continue')
  expect(linksOf(summary())).toEqual([noAccount, noPhone])
  expect(errorOf(accountNumber())).toBe(noAccount)
  expect(errorOf(phoneDigits())).toBe(noPhone)
  await waitFor(() => expect(document.activeElement).toBe(accountNumber()))
  expect(sent(verifyLine)).toHaveLength(0)
})

test('focuses the first field with an error', async () => {
  const { user } = await openQuickPay()
  await user.type(accountNumber(), '42')
  await press(user, 'Continue')
  expect(linksOf(summary())).toEqual([noPhone])
  await waitFor(() => expect(document.activeElement).toBe(phoneDigits()))
})

test('leaving the account number empty shows its message, and before that there is none [QP-09]', async () => {
  const { user } = await openQuickPay()
  expect(screen.queryByText(noAccount)).toBeNull()
  await user.click(accountNumber())
  await user.tab()
  expect(errorOf(accountNumber())).toBe(noAccount)
  expect(screen.queryByText(noPhone)).toBeNull()
})

test('a pasted account number of 13 digits is kept whole and refused [QP-11]', async () => {
  const { user } = await openQuickPay()
  await user.click(accountNumber())
  await user.paste('1234567890123')
  await user.tab()
  expect(accountNumber().value).toBe('1234567890123')
  expect(errorOf(accountNumber())).toBe(badAccount)
})

test('three digits of the phone are not enough [QP-13]', async () => {
  const { user } = await openQuickPay()
  await user.type(phoneDigits(), '014')
  await user.tab()
  expect(errorOf(phoneDigits())).toBe(badPhone)
})

test('letters and symbols do nothing in the account number [QP-15]', async () => {
  const { user } = await openQuickPay()
  await user.type(accountNumber(), '1a-2 3.')
  expect(accountNumber().value).toBe('123')
})

test('letters, symbols and a fifth digit do nothing in the phone digits [QP-16]', async () => {
  const { user } = await openQuickPay()
  await user.type(phoneDigits(), '(0)1x42.5')
  expect(phoneDigits().value).toBe('0142')
})

test('the entered values are sent as text, leading zeros included, and step 2 opens [QP-19, AP-01, AP-02]', async () => {
  const { sent } = await openVerifyStep()
  expect(sent(verifyLine)).toHaveLength(1)
  expect(bodyOf(sent(verifyLine)[0])).toEqual({ accountNumber: '000100200300', phoneLastFourDigits: '0142' })
})

test('the verify call sends ApplicationId Web and no bearer token [AP-03]', async () => {
  localStorage.setItem('mcp_quickPayToken', 'an-older-token')
  const { sent } = await openVerifyStep()
  expect(headersOf(sent(verifyLine)[0]).get('ApplicationId')).toBe('Web')
  expect(headersOf(sent(verifyLine)[0]).has('Authorization')).toBe(false)
})

test('the token of the answer is kept in local storage [AP-04, QP-35]', async () => {
  await openVerifyStep()
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
})

test('two quick presses of Continue send one call', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { user, sent } = await openQuickPay({ [verifyLine]: answer.promise })
  await user.type(accountNumber(), '1')
  await user.type(phoneDigits(), '0142')
  await user.dblClick(screen.getByRole('button', { name: 'Continue' }))
  expect(sent(verifyLine)).toHaveLength(1)
  answer.resolve(aVerification())
  expect(await screen.findByRole('heading', { name: 'Is this your account?' })).toBeDefined()
})

test('the verify call ends after as many seconds as the cooperative has set [CF-14]', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const { user } = await renderPortal({
    path: '/quick-pay',
    site: aSite({ features: ['QuickPay'], settings: { quickPayVerifyTimeoutSeconds: 12 } }),
    answers: { [verifyLine]: aVerification(), [settingsLine]: somePaymentSettings() },
  })
  await user.type(accountNumber(), '1')
  await user.type(phoneDigits(), '0142')
  await press(user, 'Continue')
  await screen.findByRole('heading', { name: 'Is this your account?' })
  expect(timeout.mock.calls).toEqual([[12_000]])
  timeout.mockRestore()
})

/** Fills in step 1, gets the answer, and reads the alert above the steps. */
async function refusedWith(answer: Response | 'no answer'): Promise<string> {
  const { user, answers } = await openQuickPay({ [verifyLine]: answer })
  if (answer === 'no answer') delete answers[verifyLine]
  await user.type(accountNumber(), '42')
  await user.type(phoneDigits(), '0142')
  await press(user, 'Continue')
  const alert = await screen.findByRole('alert')
  expect(alert.compareDocumentPosition(screen.getByRole('list', { name: 'Progress' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(document.activeElement).toBe(alert)
  expect(accountNumber().value).toBe('42')
  expect(phoneDigits().value).toBe('0142')
  return alert.textContent
}

test('status 400: the first message of the list, in an alert above the wizard [ER-01, QP-33]', async () => {
  const first = { code: 'a', message: 'The first thing that is wrong.' }
  const alert = await refusedWith(aProblem(400, '', [first, { code: 'b', message: 'The second.' }]))
  expect(alert).toBe('The first thing that is wrong.')
})

test('status 401: Unauthorized access, and what to check [ER-02, QP-33]', async () => {
  const alert = await refusedWith(aProblem(401, 'Something else'))
  expect(alert).toMatch(/^Unauthorized access\.Check the account number .* Call us to pay\.$/u)
})

test('for status 500 the step shows the documented sentence in place of the server’s message [ER-03, QP-33]', async () => {
  const alert = await refusedWith(aProblem(500, 'A stack trace'))
  expect(alert).toBe('We are unable to process your request at this time. Please try again later.')
})

test('another status: the message of the server [ER-04]', async () => {
  expect(await refusedWith(aProblem(429, 'Please wait a while.'))).toBe('Please wait a while.')
})

test('another status without a message: status and status text [ER-04]', async () => {
  expect(await refusedWith(new Response('', { status: 418, statusText: "I'm a teapot" }))).toBe("418: I'm a teapot")
})

test('no answer at all: Unknown error, and what to do [ER-05]', async () => {
  const alert = await refusedWith('no answer')
  expect(alert).toMatch(/^Unknown error!We could not connect\./)
})

test('sending again removes the alert', async () => {
  const { user, answers } = await openQuickPay({ [verifyLine]: aProblem(401) })
  await user.type(accountNumber(), '42')
  await user.type(phoneDigits(), '0142')
  await press(user, 'Continue')
  await screen.findByRole('alert')
  answers[verifyLine] = aVerification()
  await press(user, 'Continue')
  await screen.findByRole('heading', { name: 'Is this your account?' })
  expect(screen.queryByRole('alert')).toBeNull()
})
