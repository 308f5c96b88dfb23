import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFailPoints, noFailPoints } from './fail-points.ts'
import { createKeys, hmac, keysInDataDir, parseKeyList } from './keys.ts'
import { systemRandom } from './random.ts'

const root = (kid: string, fill: number) => ({ kid, secret: new Uint8Array(32).fill(fill) })
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')

describe('keys of a purpose', () => {
  test('every purpose has keys of its own, and none of them is the root', () => {
    const keys = createKeys([root('a', 1)])
    const secrets = (['quick-pay-account', 'quick-pay-grant', 'client-address'] as const).map((purpose) =>
      hex(keys.forPurpose(purpose)[0]?.secret),
    )
    expect(new Set([...secrets, hex(root('a', 1).secret)]).size).toBe(4)
    expect(secrets.every((secret) => secret.length === 64)).toBe(true)
  })

  test('a value that is made for one purpose is not accepted for another', () => {
    const keys = createKeys([root('a', 1)])
    const signed = (purpose: 'quick-pay-account' | 'quick-pay-grant') => {
      const [key] = keys.forPurpose(purpose)
      return hex(key && hmac(key, 'same text'))
    }
    expect(signed('quick-pay-account')).not.toBe(signed('quick-pay-grant'))
  })

  test('a key put in front becomes the current one and the old one is still accepted', () => {
    const before = createKeys([root('old', 1)]).forPurpose('quick-pay-grant')
    const after = createKeys([root('new', 2), root('old', 1)]).forPurpose('quick-pay-grant')
    expect(after.map((key) => key.kid)).toEqual(['new', 'old'])
    expect(hex(after[1]?.secret)).toBe(hex(before[0]?.secret))
  })
})

describe('the key file of the data folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'coopline-keys-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('the key file of the data folder is made once, readable by its owner only, and read again', () => {
    const first = keysInDataDir(folder, 'app', systemRandom)
    expect(keysInDataDir(folder, 'app', systemRandom)).toEqual(first)
    expect(first[0]?.secret).toHaveLength(32)
    expect(statSync(join(folder, 'app.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['app.key'])
  })

  test('a damaged key file is named, not replaced', () => {
    writeFileSync(join(folder, 'app.key'), 'first:dG9vIHNob3J0')
    expect(() => keysInDataDir(folder, 'app', systemRandom)).toThrow(/app\.key is damaged: .*at least 32 bytes/u)
  })
})

test('a key list with an unfit pair, a short secret or a kid twice is refused', () => {
  const secret = Buffer.alloc(32, 1).toString('base64')
  for (const list of [
    '',
    'k1',
    `k1:${secret.slice(0, 20)}`,
    `K 1:${secret}`,
    `k1:${secret},k1:${secret}`,
    `k1:${secret},`,
  ])
    expect(() => parseKeyList(list), list).toThrow(/Give/u)
  expect(parseKeyList(`k2:${secret}, k1:${secret}`).map((key) => key.kid)).toEqual(['k2', 'k1'])
})

describe('fail points', () => {
  test('throw where they are named and nowhere else', () => {
    const points = createFailPoints('pay.after-insert:throw')
    expect(() => points.reach('pay.after-insert')).toThrow('Fail point pay.after-insert')
    expect(() => points.reach('pay.before-insert')).not.toThrow()
  })

  test('fail points are off without a list', () => {
    expect(createFailPoints(undefined)).toBe(noFailPoints)
  })
})
