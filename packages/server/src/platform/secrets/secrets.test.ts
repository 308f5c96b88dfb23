import { randomBytes } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { createKeys, type Purpose } from '../keys.ts'
import { systemRandom } from '../random.ts'
import { decryptAtRest, encryptAtRest, KeyMissing } from './encrypt-at-rest.ts'
import { createHeavyWorks } from '../work/heavy-work.ts'
import { hashPassword, recommendedHashCost, verifyPassword } from './hash-password.ts'
import { seal, unseal } from './seal.ts'

const [first, second] = ['first', 'second'].map((kid) => ({ kid, secret: new Uint8Array(randomBytes(32)) }))
if (first === undefined || second === undefined) throw new Error('No keys')
const keys = createKeys([first])
const deps = { keys, random: systemRandom, heavyWork: createHeavyWorks(), hashCost: recommendedHashCost }
const now = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-20T15:05:00Z')

describe('passwords', () => {
  it('keeps argon2id of 19 MiB and two passes or more, salted and encrypted under a key outside the database [SEC-14]', async () => {
    const [one, two] = [await hashPassword(deps, 'Prairie!2026'), await hashPassword(deps, 'Prairie!2026')]
    const [, , , encrypted = ''] = one.split('$')
    const phc = decryptAtRest(keys, 'password-hash', Buffer.from(encrypted, 'base64'), 'password-hash')
    const parts = /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=1\$/u.exec(Buffer.from(phc).toString())
    expect(Number(parts?.[1])).toBeGreaterThanOrEqual(19_456)
    expect(Number(parts?.[2])).toBeGreaterThanOrEqual(2)
    expect(one).not.toBe(two)
    const elsewhere = createKeys([{ kid: 'first', secret: new Uint8Array(randomBytes(32)) }])
    await expect(verifyPassword({ ...deps, keys: elsewhere }, 'Prairie!2026', one)).rejects.toThrow('authenticate data')
    const none = { ...deps, keys: createKeys([second]) }
    await expect(verifyPassword(none, 'Prairie!2026', one)).rejects.toThrow(KeyMissing)
  })

  it('matches a password after the key has changed, and says that its hash is outdated [SEC-14]', async () => {
    const stored = await hashPassword(deps, 'Prairie!2026')
    expect(await verifyPassword(deps, 'Prairie!2026', stored)).toEqual({ matches: true, isOutdated: false })
    expect(await verifyPassword(deps, 'Prairie!2027', stored)).toEqual({ matches: false, isOutdated: false })
    const changed = createKeys([second, first])
    expect(await verifyPassword({ ...deps, keys: changed }, 'Prairie!2026', stored)).toEqual({
      matches: true,
      isOutdated: true,
    })
  })

  test('a stored text that is not a hash matches no password', async () => {
    for (const stored of ['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$x$y', '$2b$10$abcdefghijklmnopqrstuv'])
      expect((await verifyPassword(deps, stored, stored)).matches).toBe(false)
  })

  test('without a hash the same work is done [SEC-02]', async () => {
    const stored = await hashPassword(deps, 'Prairie!2026')
    const took = async (hash: string | undefined) => {
      const before = process.cpuUsage()
      for (let times = 0; times < 5; times += 1) await verifyPassword(deps, 'Wrong!2026', hash)
      const { user } = process.cpuUsage(before)
      return user
    }
    await took(stored)
    const [real, none] = [await took(stored), await took(undefined)]
    // By processor time, not by the clock; leaving early would take a hundredth.
    expect(none).toBeGreaterThan(real / 3)
    expect(none).toBeLessThan(real * 3)
  })
})

describe('sealed values', () => {
  const schema = z.strictObject({ member: z.string() })
  const open = (sealed: string, purpose: Purpose = 'second-step', at = now) => unseal(keys, purpose, sealed, schema, at)

  test('sealed values open unchanged until they expire', () => {
    const sealed = seal(keys, 'second-step', { member: '10001' }, later)
    expect(open(sealed)).toEqual({ member: '10001' })
    expect(sealed).not.toContain('10001')
    expect(open(sealed, 'second-step', later)).toBeNull()
  })

  test('sealed values are refused for another purpose, under other keys and with any character changed [SEC-38]', () => {
    const sealed = seal(keys, 'second-step', { member: '10001' }, later)
    expect(open(sealed, 'app-set-up')).toBeNull()
    expect(unseal(createKeys([second]), 'second-step', sealed, schema, now)).toBeNull()
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(open(`${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`), String(at)).toBeNull()
    }
    for (const cut of [0, 1, 10, sealed.length - 1]) expect(open(sealed.slice(0, cut))).toBeNull()
    expect(open(`${sealed} `)).toBeNull()
  })

  test('made by others – unsigned, with another algorithm or key hints – are refused [SEC-25]', () => {
    const header = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const body = Buffer.from('{"value":{"member":"10001"},"exp":99999999999}').toString('base64url')
    for (const forged of [
      `${header({ alg: 'none' })}.${body}.`,
      `${header({ alg: 'none', typ: 'coopline-second-step' })}....`,
      `${header({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: 'first' })}.x.x.${body}.x`,
      `${header({ alg: 'dir', enc: 'A128CBC-HS256', kid: 'first', typ: 'coopline-second-step' })}..x.${body}.x`,
      `${header({ alg: 'dir', enc: 'A256GCM', kid: 'first', jwk: {}, typ: 'coopline-second-step' })}..x.${body}.x`,
      `${header({ alg: 'dir', enc: 'A256GCM', kid: '../first', typ: 'coopline-second-step' })}..x.${body}.x`,
      'x',
      '....',
      '',
    ])
      expect(open(forged), forged).toBeNull()
  })
})

describe('secrets at rest', () => {
  const secret = Buffer.from('JBSWY3DPEHPK3PXP')

  test('secrets at rest are read again by the keys, and only where they belong [SEC-14]', () => {
    const kept = encryptAtRest(deps, 'app-secret', secret, 'login-1')
    expect(Buffer.from(kept).includes(secret)).toBe(false)
    expect(Buffer.from(decryptAtRest(keys, 'app-secret', kept, 'login-1'))).toEqual(secret)
    expect(Buffer.from(decryptAtRest(createKeys([second, first]), 'app-secret', kept, 'login-1'))).toEqual(secret)
    expect(() => decryptAtRest(keys, 'app-secret', kept, 'login-2')).toThrow(/authenticate data/u)
    expect(() => decryptAtRest(keys, 'recovery-code-hash', kept, 'login-1')).toThrow(/authenticate data/u)
    expect(() => decryptAtRest(createKeys([second]), 'app-secret', kept, 'login-1')).toThrow(KeyMissing)
  })

  test('with any byte changed are refused [SEC-38]', () => {
    const kept = encryptAtRest(deps, 'app-secret', secret, 'login-1')
    for (let at = 0; at < kept.length; at += 1) {
      const changed = Uint8Array.from(kept)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptAtRest(keys, 'app-secret', changed, 'login-1'), String(at)).toThrow(
        /authenticate data|of APP_KEYS is not available|Invalid authentication tag/u,
      )
    }
  })
})
