import { hmac, type Key, type Keys } from '../keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from './encrypt-at-rest.ts'
import { isSameHash } from './split-token.ts'

const purpose = 'recovery-code-hash'
const hashLength = 32

/**
 * The stored form of a recovery code: its HMAC and the HMAC's key, encrypted together, so that both can be reencrypted under
 * another application key without the code (decision 0031).
 */
export function hashRecoveryCode(deps: SealingDeps, loginId: string, code: string): Uint8Array {
  const key = { kid: '', secret: deps.random.bytes(hashLength) }
  return sealed(deps, loginId, Buffer.concat([hashUnder(key, loginId, code), key.secret]))
}

/** @throws KeyMissing when the stored code names a key that this process does not have. */
export function isRecoveryCode(keys: Keys, kept: Uint8Array, loginId: string, code: string): boolean {
  const bytes = decryptAtRest(keys, purpose, kept, loginId)
  const key = { kid: '', secret: bytes.subarray(hashLength) }
  return isSameHash(hashUnder(key, loginId, code), bytes.subarray(0, hashLength))
}

/** Reencrypts a stored code under the current key. */
export const rewrapRecoveryCode = (deps: SealingDeps, kept: Uint8Array, loginId: string): Uint8Array =>
  sealed(deps, loginId, decryptAtRest(deps.keys, purpose, kept, loginId))

const hashUnder = (key: Key, loginId: string, code: string): Uint8Array =>
  hmac(key, `${loginId}:${code.replaceAll(/[\s-]/gu, '').toLowerCase()}`)

const sealed = (deps: SealingDeps, loginId: string, bytes: Uint8Array): Uint8Array =>
  encryptAtRest(deps, purpose, bytes, loginId)
