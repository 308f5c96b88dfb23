import { expect, test } from 'vitest'
import { checkEmail, isEmailOnFile, normalizeEmail } from './check-email.ts'
import { emailMessage } from './email-address.messages.ts'

const notValid = 'Please enter a valid email address.'
const sentence = (email: string, strictEmailEnding = false): string | null => {
  const problem = checkEmail(email, { strictEmailEnding })
  return problem === null ? null : emailMessage(problem, 'en')
}

test('an address without name, sign, host or ending is refused with the documented sentence [RG-17, RG-52]', () => {
  for (const wrong of [
    '',
    ' ',
    'a',
    'a@',
    '@b.test',
    'a@b',
    'a@.test',
    'a@b..co',
    'a@.b.co',
    'a@-b.co',
    'a@b-.co',
    'a@b.',
    'a@b.c',
    'a@b@c.test',
    'a@b.test@c',
    'a b@c.test',
  ]) {
    expect([wrong, sentence(wrong)]).toEqual([wrong, notValid])
  }
  expect(sentence('ada.lindqvist+bills%1_2-3@mail.example.org')).toBeNull()
})

test('a missing address has another code than one that is not valid, with the same sentence', () => {
  for (const email of ['', ' ']) expect(checkEmail(email, { strictEmailEnding: false })).toBe('email-missing')
  for (const email of ['a', 'a@b.c', `${'a'.repeat(49)}@example.org`])
    expect(checkEmail(email, { strictEmailEnding: false })).toBe('email-not-valid')
})

test('an address in capitals is refused, and accepted after normalization to lower case [RG-52]', () => {
  expect(sentence('Ada@Example.org')).toBe(notValid)
  expect(sentence(normalizeEmail(' Ada@Example.org '))).toBeNull()
})

test('with strict endings 2 to 4 letters are accepted and 5 refused; without them 5 are accepted too [RG-52]', () => {
  for (const ending of ['us', 'com', 'coop']) expect(sentence(`a@b.${ending}`, true)).toBeNull()
  expect(sentence('a@b.email', true)).toBe(notValid)
  expect(sentence('a@b.email')).toBeNull()
  expect(sentence('a@b.c1')).toBe(notValid)
})

test('an address of 60 characters is accepted, one of 61 is refused [RG-53]', () => {
  expect(sentence(`${'a'.repeat(48)}@example.org`)).toBeNull()
  expect(sentence(`${'a'.repeat(49)}@example.org`)).toBe(notValid)
})

test('line breaks and other characters that could become a mail header are refused [SEC-57]', () => {
  for (const wrong of [
    'a@b.test\n',
    'a@b.test\r\nBcc: x@y.test',
    'a\n@b.test',
    '<a@b.test>',
    'a@b.test,c@d.test',
    'a@b\n.test',
    'a@\nb.test',
    'a@b.t\nest',
    'ada<b>@c.test',
    'ada b@c.test',
    'ada@bo(b.test',
    'ada@bo b.test',
    'ada@b.te(st',
  ]) {
    expect([wrong, sentence(wrong)]).toEqual([wrong, notValid])
  }
})

const onFile = [
  "O'Kane@example.org",
  'a.very.long.mailbox.name.for.testing.purposes@long-subdomain.example.org',
  'ana@example.xn--p1ai',
]

test.each(onFile)('%s is accepted as it is on file and refused when it is typed [RG-52, RG-53]', (address) => {
  const rule = { strictEmailEnding: false }
  expect(isEmailOnFile(address)).toBe(true)
  expect(checkEmail(normalizeEmail(address), rule, onFile)).toBeNull()
  expect(checkEmail(normalizeEmail(address), rule)).toBe('email-not-valid')
  expect(checkEmail(`x${normalizeEmail(address)}`, rule, onFile)).toBe('email-not-valid')
})

test('an empty address is missing even when it is on file, and text without a domain cannot be on file', () => {
  expect(checkEmail('', { strictEmailEnding: false }, [''])).toBe('email-missing')
  for (const text of ['', 'ada', 'ada@', '@example.org', 'a b@example.org', `${'x'.repeat(250)}@b.co`])
    expect(isEmailOnFile(text)).toBe(false)
})
