import { CompactEncrypt, compactDecrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { decryptJwe, encryptJwe } from './jwe.ts'

const key = { kid: 'a', secret: new Uint8Array(32).fill(1) }
const other = { kid: 'b', secret: new Uint8Array(32).fill(2) }
const text = '{"account":"00012","name":"Zoë"}'

/** A value made by a library of the standard, with any header. */
const foreign = async (header: object, secret = key.secret): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...header })
    .encrypt(secret)

describe('an encrypted value', () => {
  test('an encrypted value is read by a library of the standard, header and text', async () => {
    const { plaintext, protectedHeader } = await compactDecrypt(encryptJwe(key, 'bill', text), key.secret)
    expect(new TextDecoder().decode(plaintext)).toBe(text)
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'a', typ: 'bill' })
  })

  test('made by such a library is read here', async () => {
    expect(decryptJwe([other, key], 'bill', await foreign({ kid: 'a', typ: 'bill' }))).toBe(text)
  })

  test('never looks the same twice', () => {
    const made = new Set(Array.from({ length: 100 }, () => encryptJwe(key, 'bill', text).split('.')[2]))
    expect(made.size).toBe(100)
  })
})

describe('a value is refused', () => {
  test('with any one character changed, missing or added [SEC-38]', () => {
    const good = encryptJwe(key, 'bill', text)
    expect(decryptJwe([key], 'bill', good)).toBe(text)
    for (let index = 0; index < good.length; index += 1) {
      for (const instead of ['', good[index] === 'A' ? 'B' : 'A', `${good[index]}A`, `${good[index]}.`]) {
        const bad = good.slice(0, index) + instead + good.slice(index + 1)
        expect([index, instead, decryptJwe([key], 'bill', bad)]).toEqual([index, instead, null])
      }
    }
  })

  test('a value of another type, key, name of a key, or algorithm is refused [SEC-38]', async () => {
    expect(decryptJwe([key], 'bill', encryptJwe(key, 'receipt', text))).toBeNull()
    expect(decryptJwe([other], 'bill', encryptJwe(key, 'bill', text))).toBeNull()
    expect(decryptJwe([{ ...other, kid: 'a' }], 'bill', encryptJwe(key, 'bill', text))).toBeNull()
    expect(decryptJwe([key], 'bill', await foreign({ kid: 'b', typ: 'bill' }))).toBeNull()
    expect(decryptJwe([key], 'bill', await foreign({ kid: 'a', typ: 'bill', enc: 'A128CBC-HS256' }))).toBeNull()
    expect(decryptJwe([key], 'bill', await foreign({ kid: 'a', typ: 'bill', extra: 1 }))).toBeNull()
  })

  test('with a shorter authentication tag, or none [SEC-38]', () => {
    const [header, none, iv, encrypted, tag = ''] = encryptJwe(key, 'bill', text).split('.')
    for (const length of [0, 4, 8, 12, 15]) {
      const short = Buffer.from(tag, 'base64url').subarray(0, length).toString('base64url')
      expect([length, decryptJwe([key], 'bill', [header, none, iv, encrypted, short].join('.'))]).toEqual([
        length,
        null,
      ])
    }
  })
})
