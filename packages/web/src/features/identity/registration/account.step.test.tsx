import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import {
  button,
  field,
  heading,
  openRegistration,
  optionsLine,
  saidWith,
  someOptions,
} from '../../../test-support/open-registration.tsx'

const noContact = 'Unable to fetch details for entered account. Please contact customer support.'
const number = () => field('Account number')
const refusal = (message: string) => aProblem(400, message, [{ code: 'x', field: 'accountNumber', message }])
/** Returns the reason why a button is disabled; `null` when it can be pressed. */
const reasonOf = (name: string) =>
  button(name).getAttribute('aria-disabled') === 'true' ? saidWith(button(name)).join(' ') : null

test("a visitor registers on a page titled 'Register' [RT-19]", async () => {
  await openRegistration()
  expect(document.title).toBe('Register')
  expect(screen.getByRole('heading', { level: 1, name: 'Register' })).toBeDefined()
})

test('/pages/register leads there [RT-09]', async () => {
  await openRegistration({}, { path: '/pages/register' })
  expect(window.location.pathname).toBe('/register')
})

test('without an account number nothing is looked up, and the field shows the error [RG-12]', async () => {
  const { user, sent } = await openRegistration()
  await user.click(button('Next'))
  const sentence = 'Please enter your Account Number.'
  const summary = within(screen.getByRole('alert', { name: 'There is a problem' }))
  expect(summary.getByRole('link', { name: sentence })).toBeDefined()
  expect(saidWith(number())).toContain(sentence)
  await waitFor(() => expect(document.activeElement).toBe(number()))
  expect(sent(optionsLine)).toEqual([])
})

test('the account number takes digits, at most 12 [RG-13, RG-14]', async () => {
  const { user } = await openRegistration()
  await user.type(number(), '12a-34567890123')
  expect(number().value).toBe('123456789012')
})

test('a pasted number of 13 digits is kept whole and refused [RG-13]', async () => {
  const { user, sent } = await openRegistration()
  await user.click(number())
  await user.paste('1234567890123')
  await user.click(button('Next'))
  expect(saidWith(number())).toContain('Please enter valid account number.')
  expect(sent(optionsLine)).toEqual([])
})

test('the account number is looked up, without a token, and the choice comes next [RG-04, AP-24]', async () => {
  const { user, sent } = await openRegistration()
  await user.type(number(), '102000101')
  await user.click(button('Next'))
  await expect.poll(() => document.activeElement).toBe(await heading('Send Verification Code'))
  expect(sent(optionsLine).map(bodyOf)).toEqual([{ accountNumber: '102000101' }])
  expect(headersOf(sent(optionsLine)[0]).has('Authorization')).toBe(false)
})

test("shows the server's refusal, and disables the button until the number changes [RG-10, RG-30]", async () => {
  const { user, sent, answers } = await openRegistration({ [optionsLine]: refusal('The server’s own sentence.') })
  await user.type(number(), '102000109')
  await user.click(button('Next'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The server’s own sentence.')
  expect(document.activeElement).toBe(alert)
  expect(reasonOf('Next')).toBe('Change the account number to try again.')
  await user.click(button('Next'))
  await user.type(number(), '{Enter}')
  expect(sent(optionsLine)).toHaveLength(1)

  answers[optionsLine] = someOptions()
  await user.type(number(), '{Backspace}1')
  expect(reasonOf('Next')).toBeNull()
  await user.click(button('Next'))
  await heading('Send Verification Code')
  expect(bodyOf(sent(optionsLine)[1])).toEqual({ accountNumber: '102000101' })
})

test('says that no code can be sent to a member without a contact, and disables the button [RG-28, RG-29]', async () => {
  const { user } = await openRegistration({ [optionsLine]: refusal(noContact) })
  await user.type(number(), '102000109')
  await user.click(button('Next'))
  expect((await screen.findByRole('alert')).textContent).toBe(noContact)
  expect(reasonOf('Next')).not.toBeNull()
})

test('without a network the same number can be sent again', async () => {
  const { user, answers, sent } = await openRegistration()
  delete answers[optionsLine]
  await user.type(number(), '102000101')
  await user.click(button('Next'))
  expect((await screen.findByRole('alert')).textContent).toContain('Check your internet connection')
  expect(reasonOf('Next')).toBeNull()
  await user.click(button('Next'))
  await waitFor(() => expect(sent(optionsLine)).toHaveLength(2))
})

test('two quick presses look the account up once', async () => {
  const { user, sent } = await openRegistration({ [optionsLine]: new Promise(() => undefined) })
  await user.type(number(), '102000101')
  await user.dblClick(button('Next'))
  expect(sent(optionsLine)).toHaveLength(1)
})
