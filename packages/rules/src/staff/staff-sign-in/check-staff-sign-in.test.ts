import { expect, test } from 'vitest'
import { checkStaffPassword, checkStaffSignIn } from './check-staff-sign-in.ts'
import { staffPasswordMessage, staffSignInMessage } from './staff-sign-in.messages.ts'

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

test('words a password of 11 characters as too short for staff, and other problems as for members', () => {
  const sentences = (password: string, cnfpassword: string, language: 'en' | 'es') =>
    checkStaffPassword({ password, cnfpassword }).map((problem) => staffPasswordMessage(problem, language))
  expect(sentences('gX7#pLq2vR9', '', 'en')).toEqual([
    expect.stringContaining('12 to 50 characters'),
    'Please enter a confirm password.',
  ])
  expect(sentences('gX7#pLq2vR9', 'gX7#pLq2vR9', 'es')).toEqual([expect.stringContaining('de 12 a 50 caracteres')])
  expect(sentences('gX7#pLq2vR9w', 'gX7#pLq2vR9w', 'en')).toEqual([])
})
