import { type SystemScope, systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A key of the system API without its secrets. */
export interface ApiKey {
  readonly keyId: string
  readonly name: string
  readonly scopes: readonly SystemScope[]
  /** Addresses or CIDR ranges that it may be used from; empty for any. */
  readonly addresses: readonly string[]
  readonly createdAt: Date
  readonly createdBy: string
  /** `null` for a key without an end. */
  readonly endsAt: Date | null
  readonly lastUsedAt: Date | null
  readonly lastUsedFrom: string | null
}

type KeyRow = Omit<ApiKey, 'scopes'> & { readonly scopes: readonly string[] }

/** Scopes of a newer version are left out. */
const readKey = (row: KeyRow): ApiKey => ({
  ...row,
  scopes: systemScopes.filter((scope) => row.scopes.includes(scope)),
})

const selectKeys = (executor: Executor) =>
  executor
    .selectFrom('portal.api_key as key')
    .select([
      'key.key_id as keyId',
      'key.name',
      'key.scopes',
      'key.addresses',
      'key.created_at as createdAt',
      'key.created_by as createdBy',
      'key.ends_at as endsAt',
      'key.last_used_at as lastUsedAt',
      'key.last_used_from as lastUsedFrom',
    ])

/** Finds the key of a secret that has not ended, whose key has not ended either. */
export async function findKeyBySecret(
  executor: Executor,
  secretHash: Uint8Array,
  now: Date,
): Promise<ApiKey | undefined> {
  const row = await selectKeys(executor)
    .innerJoin('portal.api_key_secret as secret', 'secret.key_id', 'key.key_id')
    .where('secret.secret_hash', '=', secretHash)
    .where((eb) => eb.or([eb('secret.ends_at', 'is', null), eb('secret.ends_at', '>', now)]))
    .where((eb) => eb.or([eb('key.ends_at', 'is', null), eb('key.ends_at', '>', now)]))
    .executeTakeFirst()
  return row === undefined ? undefined : readKey(row)
}

/** Finds a key, also one that has ended. */
export async function findKey(executor: Executor, keyId: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(executor).where('key.key_id', '=', keyId).executeTakeFirst()
  return row === undefined ? undefined : readKey(row)
}

/** Lists the keys, newest first, those that have ended included. */
export async function listKeys(executor: Executor, limit: number): Promise<readonly ApiKey[]> {
  const rows = await selectKeys(executor).orderBy('key.created_at', 'desc').orderBy('key.key_id').limit(limit).execute()
  return rows.map(readKey)
}

/** Stores a new key. */
export async function insertKey(
  tx: Tx,
  { keyId, name, scopes, addresses, createdAt, createdBy, endsAt }: Omit<ApiKey, 'lastUsedAt' | 'lastUsedFrom'>,
): Promise<void> {
  await tx
    .insertInto('portal.api_key')
    .values({
      key_id: keyId,
      name,
      scopes: [...scopes],
      addresses: [...addresses],
      created_at: createdAt,
      created_by: createdBy,
      ends_at: endsAt,
      last_used_at: null,
      last_used_from: null,
    })
    .execute()
}

/** Adds a secret to a key. */
export async function insertSecret(tx: Tx, keyId: string, secretHash: Uint8Array, createdAt: Date): Promise<void> {
  await tx
    .insertInto('portal.api_key_secret')
    .values({ secret_hash: secretHash, key_id: keyId, created_at: createdAt, ends_at: null })
    .execute()
}

/** Ends the secrets of a key at a moment, unless they end before. */
export async function endSecrets(tx: Tx, keyId: string, endsAt: Date): Promise<void> {
  await tx
    .updateTable('portal.api_key_secret')
    .set({ ends_at: endsAt })
    .where('key_id', '=', keyId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', endsAt)]))
    .execute()
}

/** Locks a key that has not ended, so that it changes once at a time. @returns false when there is no such key. */
export async function lockKey(tx: Tx, keyId: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('portal.api_key')
    .select('key_id')
    .where('key_id', '=', keyId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Ends a key. */
export async function endKeyAt(tx: Tx, keyId: string, endsAt: Date): Promise<void> {
  await tx.updateTable('portal.api_key').set({ ends_at: endsAt }).where('key_id', '=', keyId).execute()
}

/** Notes when and from where a key was last used. */
export async function noteKeyUse(executor: Executor, keyId: string, now: Date, clientAddress: string): Promise<void> {
  await executor
    .updateTable('portal.api_key')
    .set({ last_used_at: now, last_used_from: clientAddress })
    .where('key_id', '=', keyId)
    .execute()
}

/** Ends every key of a restored database: a key may have been ended since the backup was made. */
export async function endKeysOfBackup(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('portal.api_key')
    .set({ ends_at: now })
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
}
