import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import {
  aVerified,
  button,
  field,
  heading,
  openCode,
  saidWith,
  sendLine,
  verifyCodeLine,
} from '../../../test-support/open-registration.tsx'

const code = () => field('Verification code')
const wrong = (message?: string) =>
  aProblem(400, message, message === undefined ? [] : [{ code: 'code-wrong', field: 'verificationCode', message }])

test("the stage is headed 'Enter Verification Code' and has the button Verify [RG-08, RG-07]", async () => {
  await openCode()
  expect(screen.getByRole('heading', { level: 2, name: 'Enter Verification Code' })).toBeDefined()
  expect(button('Verify')).toBeDefined()
  expect(
    screen.getByText('We are sending a code to t***@example.org, unless too many codes were requested.'),
  ).toBeDefined()
})

test('how long the code is valid is said with its field, as the server says [RG-26]', async () => {
  await openCode()
  expect(saidWith(code())).toEqual(['6 digits. The code expires in 2 hours.'])
})

test('says how long the code is valid when that is not a whole hour [RG-26]', async () => {
  await openCode({ [sendLine]: { codeMinutes: 90 } })
  expect(saidWith(code())).toEqual(['6 digits. The code expires in 90 minutes.'])
})

test('the code takes six digits and nothing else, and phones fill it in from the message [RG-23, RG-24]', async () => {
  const { user } = await openCode()
  await user.type(code(), '12a 34567')
  expect(code().value).toBe('123456')
  expect(code().autocomplete).toBe('one-time-code')
  expect(code().inputMode).toBe('numeric')
})

test('a code can be pasted as the message writes it [RG-24]', async () => {
  const { user } = await openCode()
  await user.click(code())
  await user.paste('123 456')
  expect(code().value).toBe('123456')
})

test('Verify cannot be pressed before there are six digits, and says why [RG-25, RG-24]', async () => {
  const { user, sent } = await openCode()
  await user.type(code(), '12345{Enter}')
  expect(button('Verify').getAttribute('aria-disabled')).toBe('true')
  expect(saidWith(button('Verify'))).toEqual(['Enter all 6 digits.'])
  await user.click(button('Verify'))
  expect(sent(verifyCodeLine)).toEqual([])
  await user.type(code(), '6')
  expect(button('Verify').getAttribute('aria-disabled')).toBeNull()
})

test('Verify sends the code with account and contact [RG-07, AP-26, DM-22]', async () => {
  const { user, sent } = await openCode()
  await user.type(code(), '123456{Enter}')
  await heading('Complete Registration')
  expect(sent(verifyCodeLine).map(bodyOf)).toEqual([
    { accountNumber: '102000101', verificationCode: '123456', validatorResource: 'email-1' },
  ])
})

test("a right code is answered with 'Account verification is successful.', and the form begins [ER-06]", async () => {
  const { user } = await openCode()
  await user.type(code(), '123456{Enter}')
  await expect.poll(() => document.activeElement).toBe(await heading('Complete Registration'))
  expect(screen.getByText('Account verification is successful.')).toBeDefined()
})

test("a wrong code shows the server's message, clears the field and focuses it [RG-27, RG-30]", async () => {
  const { user, answers, sent } = await openCode({ [verifyCodeLine]: wrong('The server’s own sentence.') })
  await user.type(code(), '999999')
  await user.click(button('Verify'))
  expect((await screen.findByRole('alert')).textContent).toBe('The server’s own sentence.')
  expect(code().value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(code()))

  answers[verifyCodeLine] = aVerified()
  await user.keyboard('123456{Enter}')
  await heading('Complete Registration')
  expect(sent(verifyCodeLine)).toHaveLength(2)
})

test("says 'Account verification is unsuccessful.' when the server sends no message [ER-07]", async () => {
  const { user } = await openCode({ [verifyCodeLine]: wrong() })
  await user.type(code(), '999999{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Account verification is unsuccessful.')
})

test('without a network the typed code stays', async () => {
  const { user, answers } = await openCode()
  delete answers[verifyCodeLine]
  await user.type(code(), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Check your internet connection')
  expect(code().value).toBe('123456')
})

test('Back leads to the choice, where another code can be sent [RG-04]', async () => {
  const { user, sent } = await openCode()
  await user.click(button('Back'))
  await heading('Send Verification Code')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Email to t***@example.org' }).checked).toBe(true)
  await user.click(button('Send'))
  await heading('Enter Verification Code')
  expect(sent(sendLine)).toHaveLength(2)
})

test('ignores an answer after Back', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { user } = await openCode({ [verifyCodeLine]: answer.promise })
  await user.type(code(), '123456{Enter}')
  await user.click(button('Back'))
  await heading('Send Verification Code')
  await act(async () => {
    answer.resolve(aVerified())
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  expect(screen.getByRole('heading', { level: 2, name: 'Send Verification Code' })).toBeDefined()
})
