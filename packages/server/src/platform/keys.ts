import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from './random.ts'

export interface Key {
  readonly kid: string
  readonly secret: Uint8Array
}

/** A purpose has its own keys, derived from the root keys, so that no value made for one passes for another. */
export type Purpose =
  | 'quick-pay-account'
  | 'quick-pay-grant'
  | 'client-address'
  | 'fingerprint'
  | 'password-hash'
  | 'second-step'
  | 'app-secret'
  | 'app-set-up'
  | 'recovery-code-hash'
  | 'verification-code'
  | 'message-body'
  | 'document-handle'
  | 'unclaimed-credit'
  | 'claim-digits'
  | 'outage-report'
  | 'recovery-request'
  | 'bank-numbers'
  | 'service-application'
  | 'upload'
  | 'method-token'
  | 'method-fingerprint'
  | 'connect-cookie'
  | 'connect-signing'
  | 'connect-refresh'
  | 'web-token'
  | 'stranger'
  | 'trans-no'
  | 'same-portal'
  | 'payment-return'
  | 'bank-correction'
  | 'staff-sign-on'
  | 'staff-renewal'

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

const keyObjects = new WeakMap<Uint8Array, KeyObject>()

/** Returns the key as an object, created once: the cryptographic functions would convert raw bytes on every call. */
export function keyObjectOf({ secret }: Key): KeyObject {
  const known = keyObjects.get(secret)
  if (known !== undefined) return known
  const made = createSecretKey(secret)
  keyObjects.set(secret, made)
  return made
}

/** Returns the current key for a purpose. @throws Error when there is none; a process does not start without one. */
export function currentKeyFor(keys: Keys, purpose: Purpose): Key {
  const [key] = keys.forPurpose(purpose)
  if (key === undefined) throw new Error('There is no key')
  return key
}

/** HMAC-SHA-256 of a text under a key. */
export const hmac = (key: Key, text: string): Uint8Array => createHmac('sha256', keyObjectOf(key)).update(text).digest()

/**
 * Parses `kid:base64,kid:base64`.
 *
 * @throws Error when a pair is not of that form, a secret is shorter than 32 bytes or a kid is repeated.
 */
export function parseKeyList(list: string): readonly Key[] {
  const keys = list.split(',').map((pair) => {
    const [, kid = '', secret = ''] = /^([a-z0-9-]{1,20}):([A-Za-z0-9+/_-]{1,1000}={0,2})$/u.exec(pair.trim()) ?? []
    return { kid, secret: new Uint8Array(Buffer.from(secret, 'base64')) }
  })
  if (keys.some((key) => key.secret.length < 32))
    throw new Error('Give kid:base64 pairs, separated by commas, with secrets of at least 32 bytes')
  if (new Set(keys.map((key) => key.kid)).size !== keys.length) throw new Error('Give each kid once')
  return keys
}

/**
 * Reads a key list from a file of the data folder. Creates the file, readable by its owner only, when there is none.
 *
 * @throws Error naming the file when its content is not a key list.
 */
export function keysInDataDir(dataDir: string, name: string, random: Random): readonly Key[] {
  const file = join(dataDir, `${name}.key`)
  if (!existsSync(file)) makeKeyFile(file, dataDir, random)
  try {
    return parseKeyList(readFileSync(file, 'utf8').trim())
  } catch (error) {
    throw new Error(`${file} is damaged: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Two processes may start at once: the first complete file wins, and neither reads a partial one. */
function makeKeyFile(file: string, dataDir: string, random: Random): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${Buffer.from(random.bytes(8)).toString('hex')}`
  writeFileSync(draft, `first:${Buffer.from(random.bytes(32)).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    // Some file systems do not support hard links.
    if (!isThere) renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
