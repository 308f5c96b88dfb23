import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import {
  accountNumber,
  headersOf,
  openPayStep,
  openQuickPay,
  openVerifyStep,
  phoneDigits,
  press,
} from '../../../test-support/open-quick-pay.tsx'
import { aVerification, settingsLine, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

test('step 2 shows account number, name and service address [QP-20, AP-04]', async () => {
  await openVerifyStep()
  const shown = [...document.querySelectorAll('dd')].map((value) => value.textContent)
  expect(shown).toEqual(['000100200300', 'Ada Lindqvist', '1400 Prairie View Rd, Cloverdale, WI 54001'])
})

test('Back clears the form [QP-21]', async () => {
  const { user } = await openVerifyStep()
  await press(user, 'Back')
  expect(accountNumber().value).toBe('')
  expect(phoneDigits().value).toBe('')
})

test('Back clears the prefilled fields and ends the token [QP-21]', async () => {
  const { user } = await openQuickPay({}, { path: '/quick-pay?accountno=000100200300&phone=0142' })
  await press(user, 'Continue')
  await screen.findByRole('heading', { name: 'Is this your account?' })
  expect(localStorage.getItem('mcp_quickPayToken')).toBe('quick-token-1')
  await press(user, 'Back')
  expect(accountNumber().value).toBe('')
  expect(phoneDigits().value).toBe('')
  expect(localStorage.getItem('mcp_quickPayToken')).toBeNull()
})

test('Back removes the error [QP-22]', async () => {
  const { user } = await openVerifyStep({ [settingsLine]: aProblem(500) })
  await press(user, 'Verify')
  await screen.findByRole('alert')
  await press(user, 'Back')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Verify loads the settings for Web with the token, then opens the pay step [QP-23, AP-09, AP-10]', async () => {
  const { sent } = await openPayStep()
  expect(sent(settingsLine)).toHaveLength(1)
  expect(sent(settingsLine)[0]?.address).toBe('/api/v3/quick-pay/member/M1001/payments/settings?applicationId=Web')
  expect(headersOf(sent(settingsLine)[0]).get('Authorization')).toBe('Bearer quick-token-1')
})

test('the payer stays on step 2 with an alert when the settings do not load [QP-23]', async () => {
  const { user } = await openVerifyStep({ [settingsLine]: aProblem(500) })
  await press(user, 'Verify')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We are unable to process your request at this time. Please try again later.',
  )
  expect(screen.getByRole('heading', { name: 'Is this your account?' })).toBeDefined()
})

test('an expired token says so and leads to an empty step 1 [QP-34]', async () => {
  const { user } = await openVerifyStep({ [settingsLine]: aProblem(401) })
  await press(user, 'Verify')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Unauthorized access\./)
  expect(accountNumber().value).toBe('')
  expect(localStorage.getItem('mcp_quickPayToken')).toBeNull()
})

test('ignores an answer that arrives after Back', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { user } = await openVerifyStep({ [settingsLine]: answer.promise })
  await press(user, 'Verify')
  await press(user, 'Back')
  answer.resolve(somePaymentSettings())
  await answer.promise
  expect(await screen.findByRole('heading', { name: 'Find your account' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Pay' })).toBeNull()
})

test('another account is shown after starting over', async () => {
  const { user, answers } = await openVerifyStep()
  await press(user, 'Back')
  answers['POST /v3/quick-pay/verify/account/phone'] = aVerification(theirAccount.of({ name: 'Jo Nakamura' }))
  await user.type(accountNumber(), '7')
  await user.type(phoneDigits(), '0999')
  await press(user, 'Continue')
  expect(await screen.findByText('Jo Nakamura')).toBeDefined()
  expect(screen.queryByText('Ada Lindqvist')).toBeNull()
})
