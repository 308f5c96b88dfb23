import { CompactEncrypt } from 'jose'
import { expect, test } from 'vitest'
import { BadInput } from '../../../platform/errors.ts'
import { createKeys } from '../../../platform/keys.ts'
import { checkEncryptedAccount, encryptAccount } from './quick-pay-caller.ts'

const root = (fill: number, kid = 'a') => ({ kid, secret: new Uint8Array(32).fill(fill) })
const keys = createKeys([root(1)])
const binding = { grantId: 'grant', accountNumber: '00012' }
const now = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-20T15:15:00Z')

const verdict = (value: string, over: object = {}, ring = keys, at = now): string => {
  try {
    checkEncryptedAccount(ring, value, { ...binding, ...over }, at)
    return 'good'
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return error.refusals.map((one) => `${one.code} ${one.field}: ${one.sentenceIn('en')}`).join('\n')
  }
}

const refused =
  'not-valid encryptedAccount: Something you entered is not valid. Check it and try again. (encryptedAccount)'

test('flipping any one character, or cutting anywhere, has the one answer [SEC-38]', () => {
  const good = encryptAccount(keys, binding, later)
  expect(verdict(good)).toBe('good')
  for (let index = 0; index < good.length; index += 1) {
    const flipped = good.slice(0, index) + (good[index] === 'A' ? 'B' : 'A') + good.slice(index + 1)
    expect([index, verdict(flipped)]).toEqual([index, refused])
    expect([index, verdict(good.slice(0, index))]).toEqual([index, refused])
  }
})

test('an encrypted account is bound to its grant, its account and its time, and leading zeros count [SEC-38]', () => {
  const good = encryptAccount(keys, binding, later)
  expect(verdict(good, { grantId: 'another' })).toBe(refused)
  expect(verdict(good, { accountNumber: '12' })).toBe(refused)
  expect(verdict(good, {}, keys, new Date('2026-11-20T15:14:59Z'))).toBe('good')
  expect(verdict(good, {}, keys, later)).toBe(refused)
})

test('a value that the same key encrypted for another purpose is refused [SEC-38]', async () => {
  const [key] = keys.forPurpose('quick-pay-account')
  const content = new TextEncoder().encode(JSON.stringify({ value: binding, exp: later.getTime() / 1000 }))
  const make = async (typ: string) =>
    new CompactEncrypt(content)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'a', typ })
      .encrypt(key?.secret ?? new Uint8Array())
  expect(verdict(await make('coopline-quick-pay-account'))).toBe('good')
  expect(verdict(await make('coopline-bill'))).toBe(refused)
})

test('a value under the previous key is still valid, one under a removed key is not', () => {
  const old = encryptAccount(createKeys([root(1, 'old')]), binding, later)
  expect(verdict(old, {}, createKeys([root(2, 'new'), root(1, 'old')]))).toBe('good')
  expect(verdict(old, {}, createKeys([root(2, 'new')]))).toBe(refused)
})
