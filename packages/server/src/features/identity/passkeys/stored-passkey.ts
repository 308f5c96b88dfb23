import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'

/** A stored passkey: its public key, and the state of its last use. */
export interface StoredPasskey {
  readonly credentialId: string
  readonly loginId: string
  /** The public key in COSE format. */
  readonly publicKey: Uint8Array
  /** The signature counter of the authenticator; 0 when it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The time when a password reset suspended it. It does not sign in until the member confirms it; `null` when it is not suspended. */
  readonly suspendedAt: Date | null
}

/** Converts a passkey to the facts that a member sees. */
export const displayedPasskey = (passkey: StoredPasskey): Passkey => ({
  id: passkey.credentialId,
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  isSynced: passkey.isSynced,
  isSuspended: passkey.suspendedAt !== null,
})

/** Returns the user handle that an authenticator sends at sign-in: the login's id, which reveals nothing about a person. */
export const userHandleOf = (loginId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(loginId.replaceAll('-', ''), 'hex'))
