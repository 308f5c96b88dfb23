import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { StoredPasskey } from './stored-passkey.ts'

const columns = [
  'credential_id',
  'login_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'is_synced',
  'created_at',
  'last_used_at',
  'suspended_at',
] as const

const passkeys = (executor: Executor) => executor.selectFrom('portal.passkey').select(columns)

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>

const toPasskey = (row: Row): StoredPasskey => ({
  credentialId: row.credential_id,
  loginId: row.login_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  suspendedAt: row.suspended_at,
})

/** Lists the passkeys of a login, oldest first. */
export async function listPasskeys(executor: Executor, loginId: string): Promise<readonly StoredPasskey[]> {
  const rows = await passkeys(executor)
    .where('login_id', '=', loginId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map(toPasskey)
}

export async function findPasskey(executor: Executor, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await passkeys(executor).where('credential_id', '=', credentialId).executeTakeFirst()
  return row && toPasskey(row)
}

/** Counts the passkeys of a login. Locks the login's row until the transaction ends, so that the number cannot change. */
export async function countPasskeysLocked(tx: Tx, loginId: string): Promise<number> {
  await tx.selectFrom('portal.login').select('login_id').where('login_id', '=', loginId).forUpdate().execute()
  return (await listPasskeys(tx, loginId)).length
}

/** Inserts a passkey. @returns false when a login already has a passkey with that id. */
export async function insertPasskey(executor: Executor, passkey: StoredPasskey): Promise<boolean> {
  const rows = await executor
    .insertInto('portal.passkey')
    .values({
      credential_id: passkey.credentialId,
      login_id: passkey.loginId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      is_synced: passkey.isSynced,
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
      suspended_at: passkey.suspendedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .execute()
  return rows.length > 0
}

interface Which {
  readonly credentialId: string
  readonly loginId: string
}

/** Renames a passkey. @returns `undefined` when the login has no such passkey. */
export async function renamePasskeyOf(
  executor: Executor,
  { credentialId, loginId }: Which,
  name: string,
): Promise<StoredPasskey | undefined> {
  const row = await executor
    .updateTable('portal.passkey')
    .set({ name })
    .where('credential_id', '=', credentialId)
    .where('login_id', '=', loginId)
    .returning(columns)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/** Suspends every passkey of a login. @returns the number of passkeys. */
export async function markSuspended(tx: Tx, loginId: string, now: Date): Promise<number> {
  const rows = await tx
    .updateTable('portal.passkey')
    .set((eb) => ({ suspended_at: eb.fn.coalesce('suspended_at', eb.val(now)) }))
    .where('login_id', '=', loginId)
    .returning('credential_id')
    .execute()
  return rows.length
}

/** Lets a suspended passkey sign in again. @returns `undefined` when the login has no such suspended passkey. */
export async function confirmPasskeyOf(tx: Tx, { credentialId, loginId }: Which): Promise<StoredPasskey | undefined> {
  const row = await tx
    .updateTable('portal.passkey')
    .set({ suspended_at: null })
    .where('credential_id', '=', credentialId)
    .where('login_id', '=', loginId)
    .where('suspended_at', 'is not', null)
    .returning(columns)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/** Deletes a passkey. @returns false when the login has no such passkey. */
export async function deletePasskey(executor: Executor, { credentialId, loginId }: Which): Promise<boolean> {
  const rows = await executor
    .deleteFrom('portal.passkey')
    .where('credential_id', '=', credentialId)
    .where('login_id', '=', loginId)
    .returning('credential_id')
    .execute()
  return rows.length > 0
}

/**
 * Records the use of a passkey.
 *
 * @returns false when it was removed or suspended, or its counter did not increase, a sign of a cloned key (WebAuthn Level 3 §6.1.1).
 */
export async function noteUse(
  executor: Executor,
  credentialId: string,
  use: { readonly counter: number; readonly isSynced: boolean; readonly now: Date },
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.passkey')
    .set({ counter: use.counter, is_synced: use.isSynced, last_used_at: use.now })
    .where('credential_id', '=', credentialId)
    .where('suspended_at', 'is', null)
    .where((eb) =>
      use.counter === 0 ? eb('counter', '=', 0) : eb.or([eb('counter', '<', use.counter), eb('counter', '=', 0)]),
    )
    .returning('credential_id')
    .execute()
  return rows.length > 0
}
