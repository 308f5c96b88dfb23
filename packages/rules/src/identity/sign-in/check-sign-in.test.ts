import { expect, test } from 'vitest'
import { checkSignIn, isAppCode } from './check-sign-in.ts'
import { signInMessage } from './sign-in.messages.ts'

const sentences = (username: string, password: string) =>
  checkSignIn({ username, password }).map(({ code, field }) => [field, signInMessage(code, 'en')])

test('all missing fields are listed at once [LG-16, LG-18]', () => {
  expect(sentences('', '')).toEqual([
    ['username', 'Please enter your username.'],
    ['password', 'Please enter your password.'],
  ])
  expect(sentences('  ', 'x')).toEqual([['username', 'Please enter your username.']])
  expect(sentences('ada', 'x')).toEqual([])
})

test('a code is six digits and nothing else [MF-03]', () => {
  expect(isAppCode('012345')).toBe(true)
  for (const text of ['', '12345', '1234567', '12345a', '123456\n', '１２３４５６', ' 12345'])
    expect(isAppCode(text)).toBe(false)
})
