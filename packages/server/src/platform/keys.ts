import { createHmac, hkdfSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './random.ts'

export interface Key {
  readonly kid: string
  readonly secret: Uint8Array
}

/** A purpose has its own keys, derived from the root keys, so that no value made for one passes for another. */
export type Purpose = 'quick-pay-account' | 'quick-pay-pass' | 'client-address'

export interface Keys {
  /** 32 bytes for a purpose: `[0]` is the current key, the others are still accepted. */
  readonly forPurpose: (purpose: Purpose) => readonly Key[]
}

export function createKeys(roots: readonly Key[]): Keys {
  const cache = new Map<Purpose, readonly Key[]>()
  return {
    forPurpose: (purpose) => {
      const known = cache.get(purpose)
      if (known !== undefined) return known
      const derived = roots.map((root) => ({
        kid: root.kid,
        secret: new Uint8Array(hkdfSync('sha256', root.secret, 'coopline', purpose, 32)),
      }))
      cache.set(purpose, derived)
      return derived
    },
  }
}

/** HMAC-SHA-256 of a text under a key. */
export const hmac = (key: Key, text: string): Uint8Array => createHmac('sha256', key.secret).update(text).digest()

/** Reads a key list from a file of the data folder, making it (readable by the owner only) when it is not there. */
export function keysInDataDir(dataDir: string, name: string, random: Random): readonly Key[] {
  const file = join(dataDir, `${name}.key`)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `first:${Buffer.from(random.bytes(32)).toString('base64')}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split(',')
    .map((pair) => {
      const [kid = '', secret = ''] = pair.split(':')
      return { kid, secret: Buffer.from(secret, 'base64') }
    })
}
