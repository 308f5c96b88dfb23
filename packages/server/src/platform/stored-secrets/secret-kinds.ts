import { openBody, sealBody } from '../messages/sealed-body.ts'
import type { Purpose } from '../keys.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../secrets/encrypt-at-rest.ts'
import { rewrapHash } from '../secrets/hash-password.ts'
import { rewrapRecoveryCode } from '../secrets/recovery-code.ts'

/** A part of the predicate of an index: a column that is null, that is not, or that holds a sealed text. */
export interface SecretCondition {
  readonly column: string
  readonly is: 'null' | 'set' | 'sealed'
}

/** The place of the stored secrets of one kind. `portal.key_id_of(column)` is indexed for each. */
export interface SecretPlace {
  readonly table: string
  readonly column: string
  /** The primary key, which the index ends with. */
  readonly id: readonly string[]
  /** The predicate of the index: rows outside it keep nothing that must be read again. Without it, the index has all rows. */
  readonly where?: readonly SecretCondition[]
}

export interface StoredSecret {
  /** The values of the primary key, in the order of `SecretPlace.id`. */
  readonly id: readonly unknown[]
  readonly secret: Uint8Array | string
}

/** The form in which secrets of a kind are stored, by which they move to the current key. */
type SecretForm =
  | { readonly as: 'password' | 'recovery-code' | 'message' }
  /** Encrypted for a purpose, and bound to what the row belongs to. */
  | { readonly as: 'sealed'; readonly purpose: Purpose; readonly ownerOf: (id: readonly unknown[]) => string }

/** One kind of secret that the database keeps under a key of `APP_KEYS`. A new kind needs its index. */
export interface SecretKind extends SecretPlace {
  /** In the plural, for `coopline keys` and the refusal at start. */
  readonly name: string
  readonly stored: SecretForm
}

/** Encrypts a stored secret with the current key. */
export function rewrapSecret(deps: SealingDeps, { stored }: SecretKind, one: StoredSecret): Uint8Array | string {
  if (stored.as === 'sealed') {
    const owner = stored.ownerOf(one.id)
    return encryptAtRest(deps, stored.purpose, decryptAtRest(deps.keys, stored.purpose, bytes(one), owner), owner)
  }
  if (stored.as === 'password') return rewrapHash(deps, text(one))
  const [first = '', second = ''] = one.id.map(String)
  return stored.as === 'recovery-code'
    ? rewrapRecoveryCode(deps, bytes(one), first)
    : sealBody(deps, second, openBody(deps.keys, { dedupeKey: second, bodyText: text(one) }))
}

function bytes({ secret }: StoredSecret): Uint8Array {
  if (typeof secret === 'string') throw new Error('The secret is text')
  return secret
}

function text({ secret }: StoredSecret): string {
  if (typeof secret !== 'string') throw new Error('The secret is not text')
  return secret
}
