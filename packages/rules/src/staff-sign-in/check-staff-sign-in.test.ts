import { expect, test } from 'vitest'
import { checkStaffSignIn } from './check-staff-sign-in.ts'
import { staffSignInMessage } from './staff-sign-in.messages.ts'

const problems = (form: Partial<Parameters<typeof checkStaffSignIn>[0]>) =>
  checkStaffSignIn({ username: 'dana.support', password: 'x', code: '123456', ...form })

test('accepts a username, a password and six digits', () => {
  expect(problems({})).toEqual([])
})

test('names every empty field, from top to bottom', () => {
  expect(problems({ username: ' ', password: '', code: '' }).map(({ field }) => field)).toEqual([
    'username',
    'password',
    'code',
  ])
})

test.each(['12345', '1234567', '12345a', '１２３４５６', '123456\n'])('refuses the code %j', (code) => {
  expect(problems({ code })).toEqual([{ code: 'code-incomplete', field: 'code' }])
})

test('words every refusal in both languages', () => {
  const codes = ['username-missing', 'code-incomplete', 'wrong-staff-sign-in', 'link-not-valid', 'console-off'] as const
  for (const code of codes) expect(staffSignInMessage(code, 'es')).not.toBe(staffSignInMessage(code, 'en'))
})
