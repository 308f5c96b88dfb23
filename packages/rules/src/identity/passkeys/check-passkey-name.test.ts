import { expect, test } from 'vitest'
import { checkPasskeyName } from './check-passkey-name.ts'
import { passkeyMessage } from './passkeys.messages.ts'

const sentence = (name: string) => {
  const problem = checkPasskeyName(name)
  return problem === null ? null : passkeyMessage(problem, 'en')
}

test('a passkey has a name of 1 to 60 characters of any script', () => {
  expect(sentence('')).toBe('Enter a name for the passkey.')
  expect(sentence('   ')).toBe('Enter a name for the passkey.')
  expect(sentence('x')).toBeNull()
  expect(sentence(`  ${'ñ'.repeat(60)}  `)).toBeNull()
  expect(sentence('🔑'.repeat(60))).toBeNull()
  expect(sentence('🔑'.repeat(61))).toBe('The name can have up to 60 characters.')
})

test('a name is on one line', () => {
  for (const character of ['\n', '\r', '\t', '\u0085', '\u2028'])
    expect(sentence(`My${character}phone`)).toBe('The name must be on one line.')
})
