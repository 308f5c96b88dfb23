import { expect, test } from 'vitest'
import { maxPasswordLength } from '../sign-in/check-sign-in.ts'
import { checkGuessable, prepareCommonPasswords } from './guessable-password.ts'
import { passwordMessage } from './password.messages.ts'

const common = prepareCommonPasswords(['password', 'Summer', '123456', 'abc123', 'trustno1', 'iloveyou', 'contraseña'])
const context = {
  cooperativeName: 'Coopline Electric Cooperative',
  username: 'ada.lindqvist',
  accountNumbers: ['55', '102000101'],
}
const codeOf = (password: string, over: Partial<typeof context> = {}) =>
  checkGuessable(password, { ...context, ...over }, common)?.code ?? null

test('a common password is recognized despite capitals, lookalikes, digits and symbols [SEC-15]', () => {
  for (const password of [
    'Password1!',
    'P@ssw0rd2026',
    '!!pA$$w0rd99',
    'p.a.s.s.W.o.r.d.1!',
    'Aa1!password',
    'PasswordPassword1!',
    'Summer2026!',
    '$umm3R!!99',
    'Abc123!!',
    'Trustno1!',
    'I1oveY0u!2',
    'Contrasena1!',
    'Contraseña1!',
    'Aa!123456',
    '#12bB3456',
  ]) {
    expect([password, codeOf(password)]).toEqual([password, 'password-common'])
  }
})

test('the name of the cooperative or one of its longer words is refused [SEC-15]', () => {
  for (const password of ['Coopline#77xq', 'kx!C00p1ine9Z', 'vvElectric9!q', 'CooplineElectricCooperative1!']) {
    expect([password, codeOf(password)]).toEqual([password, 'password-has-cooperative'])
  }
})

test('the username or one of its longer parts is refused [SEC-15]', () => {
  for (const password of ['ada.lindqvist1A!', 'x9!Lindqvist', 'L1ndqv1st!zz', 'AdaLindqvist#1']) {
    expect([password, codeOf(password)]).toEqual([password, 'password-has-username'])
  }
})

test('the account number is refused, also with other characters between its digits [SEC-15]', () => {
  for (const password of ['Zq!102000101', 'zQ!102-000-101', '1Z0q2!000101']) {
    expect([password, codeOf(password)]).toEqual([password, 'password-has-account-number'])
  }
  expect(codeOf('Zq!w102000101', { accountNumbers: [] })).toBeNull()
})

test('a password that is not a disguised word is accepted', () => {
  for (const password of ['Kiwi-Lampe9!Turm', 'gX7#pLq2vR', 'Correct!Horse7Battery', 'tR8$wq-Mz4']) {
    expect([password, codeOf(password)]).toEqual([password, null])
  }
})

test('a problem names the password as its field [SEC-15]', () => {
  expect(checkGuessable('Password1!', context, common)).toEqual({ code: 'password-common', field: 'password' })
  expect(checkGuessable('gX7#pLq2vR', context, common)).toBeNull()
})

test('a common word between signs and digits that look like its letters is known, from four letters on [SEC-15]', () => {
  const short = prepareCommonPasswords(['love', '1234', '999'])
  for (const password of ['L0v3!!99', '99!!10v3', '!!10vE99', '99Lov3!!', 'zQ!#.1234']) {
    const found = checkGuessable(password, context, short)
    expect([password, found?.code]).toEqual([password, 'password-common'])
  }
  expect(checkGuessable('zQ!#.$999', context, short)).toBeNull()
  for (const password of ['P@.s.$w0rd1!', 'pa7ss8word!A'])
    expect([password, codeOf(password)]).toEqual([password, 'password-common'])
})

test('a common word is accepted with enough beside it: three letters, or nine characters [SEC-15]', () => {
  expect(codeOf('Summerqz!93#47')).toBe('password-common')
  for (const password of ['Summerqz!93#475', 'Summerqzx!9', 'Summer-Kiwi7!Turm', 'PasswordTurmKiwi1!'])
    expect([password, codeOf(password)]).toEqual([password, null])
})

test('a common number is known at either end of a run of digits and between symbols, with two letters at most [SEC-15]', () => {
  for (const password of ['zQ!1234569', 'zQ!9123456', '12-34-56zQ', '9-123456-9zQ'])
    expect([password, codeOf(password)]).toEqual([password, 'password-common'])
  for (const password of ['Kiwi!123456', 'zQ!908172']) expect([password, codeOf(password)]).toEqual([password, null])
})

test('names and numbers count from four characters on, words of the cooperative’s name from five [SEC-15]', () => {
  expect(codeOf('gX#pLq7355vR', { accountNumbers: ['7355'] })).toBe('password-has-account-number')
  for (const password of ['gX7#Kiwi9Lq', 'gX7#K1w19Lq'])
    expect([password, codeOf(password, { username: 'kiwi' })]).toEqual([password, 'password-has-username'])
  expect(codeOf('gX7#Jdoex9L', { username: 'j.doe.x' })).toBe('password-has-username')
  expect(codeOf('gX7#Power9Lq', { cooperativeName: 'Kiwi Power' })).toBe('password-has-cooperative')
  expect(codeOf('gX7#Kiwi9Lq', { cooperativeName: 'Kiwi Power' })).toBeNull()
  // Of this name only the letter that the digit looks like can be read.
  expect(codeOf('gI7#pLq2vR', { username: 'жжжж1' })).toBeNull()
})

test('characters after the maximum length of a password are not checked', () => {
  expect(codeOf(`${'zQ!w'.repeat(maxPasswordLength)}102000101`)).toBeNull()
})

test('short names and numbers do not make a password guessable', () => {
  expect(codeOf('gX7#pLq2vR', { username: 'gx7', cooperativeName: 'PL Q', accountNumbers: ['72'] })).toBeNull()
  expect(codeOf('gX7#pLq2vR', { username: '', cooperativeName: '', accountNumbers: [] })).toBeNull()
})

test('each reason has a sentence of its own, in both languages', () => {
  const codes = [
    'password-common',
    'password-has-cooperative',
    'password-has-username',
    'password-has-account-number',
  ] as const
  const all = (['en', 'es'] as const).flatMap((language) => codes.map((code) => passwordMessage({ code }, language)))
  expect(new Set(all).size).toBe(8)
})

test('fifty characters of the worst kind are checked in milliseconds [SEC-60]', () => {
  const startedAt = performance.now()
  for (let n = 0; n < 20; n += 1) codeOf(`${'1'.repeat(24)}aB${'!'.repeat(24)}`)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
