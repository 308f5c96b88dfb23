import { expect, test } from 'vitest'
import { createKeys } from '../keys.ts'
import { systemRandom } from '../random.ts'
import { openBody, sealBody } from './sealed-body.ts'

const keys = createKeys([{ kid: 'test', secret: new Uint8Array(32).fill(3) }])
const deps = { keys, random: systemRandom }

test('the text of a sealed message is not in what is kept, and opens again [SEC-14]', () => {
  const bodyText = sealBody(deps, 'k', 'Su código es 123456 – ñ')
  expect(bodyText).toMatch(/^sealed:[A-Za-z0-9+/=]+$/u)
  expect(Buffer.from(bodyText.slice(7), 'base64').toString('latin1')).not.toContain('123456')
  expect(openBody(keys, { dedupeKey: 'k', bodyText })).toBe('Su código es 123456 – ñ')
})

test('a sealed body opens for no other message, and not when it was changed [SEC-14]', () => {
  const bodyText = sealBody(deps, 'k', '123456')
  expect(() => openBody(keys, { dedupeKey: 'other', bodyText })).toThrow(/authenticate/u)
  const changed = `${bodyText.slice(0, -6)}AAAAA=`
  expect(() => openBody(keys, { dedupeKey: 'k', bodyText: changed })).toThrow(/authenticate/u)
})

test('a message that is not sealed is as it stands', () => {
  expect(openBody(keys, { dedupeKey: 'k', bodyText: 'Thank you' })).toBe('Thank you')
})
