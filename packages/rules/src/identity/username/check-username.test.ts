import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkUsername } from './check-username.ts'
import { usernameMessage } from './username.messages.ts'

const notValid = 'Username entry does not meet criteria.'
const sentence = (username: string): string | null => {
  const problem = checkUsername(username)
  return problem === null ? null : usernameMessage(problem, 'en')
}

test('an empty username is refused [RG-44]', () => {
  expect(sentence('')).toBe('Please enter your username.')
  expect(sentence('   ')).toBe('Please enter your username.')
})

test('6 and 60 characters are accepted, 5 and 61 are refused [RG-45]', () => {
  expect(sentence('abcdef')).toBeNull()
  expect(sentence('abcde')).toBe(notValid)
  expect(sentence('a'.repeat(60))).toBeNull()
  expect(sentence('a'.repeat(61))).toBe(notValid)
})

test('letters, digits and . _ @ - and space are accepted, anything else is refused [RG-46]', () => {
  expect(sentence('Ab 1._@-2')).toBeNull()
  for (const other of '!#$%&*()+=/\\<>"\'`~,;:?|ñ１\t\n\u00a0') expect(sentence(`abc${other}def`)).toBe(notValid)
})

test('a special character at either end is refused [RG-47]', () => {
  for (const special of '._@- ') {
    expect(sentence(`${special}abcdef`)).toBe(notValid)
    expect(sentence(`abcdef${special}`)).toBe(notValid)
  }
  expect(sentence('1abcd9')).toBeNull()
})

test('the same special character twice in a row is refused, a space too; two different ones are accepted [RG-48]', () => {
  for (const special of '._@- ') expect(sentence(`abc${special}${special}def`)).toBe(notValid)
  expect(sentence('abc._def')).toBeNull()
  expect(sentence('abc.d.ef')).toBeNull()
})

test('every invalid username has the documented message [RG-49]', () => {
  expect(sentence('ab')).toBe('Username entry does not meet criteria.')
})

test('the rule agrees with the expression of the design for any text', () => {
  const expression = /^(?!.*([._@\- ])\1)[A-Za-z0-9][A-Za-z0-9._@\- ]{4,58}[A-Za-z0-9](?![\s\S])/u
  const text = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '.', '_', '@', '-', ' ', '!'), maxLength: 62 })
  fc.assert(
    fc.property(text, (username) => {
      fc.pre(username.trim() !== '')
      expect(checkUsername(username) === null).toBe(expression.test(username))
    }),
  )
})
