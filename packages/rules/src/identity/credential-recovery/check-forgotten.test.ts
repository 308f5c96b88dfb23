import { expect, test } from 'vitest'
import { checkForgotPassword, checkForgotUsername, type ForgotPasswordForm } from './check-forgotten.ts'
import { forgottenMessage, recoveryMessage } from './credential-recovery.messages.ts'

const sentences = (over: Partial<ForgotPasswordForm>) =>
  checkForgotPassword({ by: 'username', username: '', accountNumber: '', email: '', ...over }).map((problem) => [
    problem.field,
    forgottenMessage(problem, 'en'),
  ])

test('a forgotten password is requested by username [FP-02]', () => {
  expect(sentences({})).toEqual([['username', 'Please enter your username.']])
  expect(sentences({ username: '  ' })).toEqual([['username', 'Please enter your username.']])
  // The criteria for new usernames are not checked: older logins may have usernames that break them.
  expect(sentences({ username: 'ada' })).toEqual([])
})

test('a forgotten password is requested by account number and email address, both checked at once [FP-02]', () => {
  expect(sentences({ by: 'account', username: 'ada' })).toEqual([
    ['accountNumber', 'Please enter your account number.'],
    ['email', 'Please enter a valid email address.'],
  ])
  expect(sentences({ by: 'account', accountNumber: '1x', email: 'a@b' })).toEqual([
    ['accountNumber', 'Please enter valid account number.'],
    ['email', 'Please enter a valid email address.'],
  ])
  expect(sentences({ by: 'account', accountNumber: '102000101', email: 'a@b.coop' })).toEqual([])
})

test('a forgotten username is requested by account number and email address [FP-02]', () => {
  expect(checkForgotUsername({ accountNumber: '', email: '' }).map(({ field }) => field)).toEqual([
    'accountNumber',
    'email',
  ])
  expect(checkForgotUsername({ accountNumber: '102000101', email: 'a@b.energy' })).toEqual([])
})

test('every invalid link has the same message [FP-11]', () => {
  expect(recoveryMessage('link-not-valid', 'en')).toBe('The reset link is invalid or has expired.')
})

test('an address on file may have an apostrophe and more than 60 characters [FP-02]', () => {
  for (const email of ["o'kane@example.org", `${'x'.repeat(60)}@example.org`])
    expect(checkForgotUsername({ accountNumber: '100100101', email })).toEqual([])
})
