import { hmac, type Key, type Keys } from '../keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from './encrypt-at-rest.ts'
import { isSameHash } from './split-token.ts'

const purpose = 'recovery-code-hash'
const hashLength = 32

/**
 * The stored form of a recovery code: its HMAC and the HMAC's key, encrypted together, so that both can be reencrypted under
 * another application key without the code (decision 0031). An earlier version stored a bare HMAC of 32 bytes under `APP_KEYS`.
 */
export function hashRecoveryCode(deps: SealingDeps, loginId: string, code: string): Uint8Array {
  const key = { kid: '', secret: deps.random.bytes(hashLength) }
  return sealed(deps, loginId, [hashUnder(key, loginId, code), key.secret])
}

/** @throws KeyMissing when the stored code names a key that this process does not have. */
export function isRecoveryCode(keys: Keys, kept: Uint8Array, loginId: string, code: string): boolean {
  const [hash = null, ...hmacKeys] = partsOf(keys, kept, loginId)
  return hmacKeys.some((secret) => isSameHash(hashUnder({ kid: '', secret }, loginId, code), hash))
}

/** Reencrypts a stored code under the current key. A bare HMAC is stored with every key that may have made it. */
export const rewrapRecoveryCode = (deps: SealingDeps, kept: Uint8Array, loginId: string): Uint8Array =>
  sealed(deps, loginId, partsOf(deps.keys, kept, loginId))

const hashUnder = (key: Key, loginId: string, code: string): Uint8Array =>
  hmac(key, `${loginId}:${code.replaceAll(/[\s-]/gu, '').toLowerCase()}`)

const sealed = (deps: SealingDeps, loginId: string, parts: readonly Uint8Array[]): Uint8Array =>
  encryptAtRest(deps, purpose, Buffer.concat(parts), loginId)

/** The hash, then the keys that it may be made with; 32 bytes each. */
function partsOf(keys: Keys, kept: Uint8Array, loginId: string): readonly Uint8Array[] {
  if (kept.length === hashLength) return [kept, ...keys.forPurpose('recovery-code').map((key) => key.secret)]
  const bytes = decryptAtRest(keys, purpose, kept, loginId)
  return Array.from({ length: bytes.length / hashLength }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * hashLength, (at + 1) * hashLength)),
  )
}
