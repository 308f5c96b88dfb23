import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'

/** A stored passkey: its public key, and the state of its last use. */
export interface StoredPasskey {
  readonly credentialId: string
  readonly loginId: string
  /** COSE key. */
  readonly publicKey: Uint8Array
  /** Signatures that the authenticator has counted; 0 for those that do not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** The time when a password reset suspended it. It does not sign in until the member confirms it; `null` when it is not suspended. */
  readonly suspendedAt: Date | null
}

/** The facts that a member sees. */
export const shownPasskey = (passkey: StoredPasskey): Passkey => ({
  id: passkey.credentialId,
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  isSynced: passkey.isSynced,
  isSuspended: passkey.suspendedAt !== null,
})

/** The user handle that an authenticator returns at sign-in: the login's id, which reveals nothing about a person. */
export const userHandleOf = (loginId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(loginId.replaceAll('-', ''), 'hex'))
