import type { Executor } from '../../platform/db/open-database.ts'

export interface Pass {
  readonly tokenHash: Uint8Array
  readonly cookieHash: Uint8Array
  readonly memberNumber: string
  readonly accountNumber: string
  /** Who verified, as a keyed hash of the client address. */
  readonly clientHash: Uint8Array
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertPass(executor: Executor, pass: Pass): Promise<void> {
  await executor
    .insertInto('portal.quick_pay_pass')
    .values({
      token_hash: pass.tokenHash,
      cookie_hash: pass.cookieHash,
      member_number: pass.memberNumber,
      account_number: pass.accountNumber,
      client_hash: pass.clientHash,
      created_at: pass.createdAt,
      expires_at: pass.expiresAt,
    })
    .execute()
}

/** A pass that has neither expired nor been revoked, by the hash of its token. */
export async function findLivePass(
  executor: Executor,
  tokenHash: Uint8Array,
  now: Date,
): Promise<Pick<Pass, 'cookieHash' | 'memberNumber' | 'accountNumber'> | undefined> {
  const row = await executor
    .selectFrom('portal.quick_pay_pass')
    .select(['cookie_hash', 'member_number', 'account_number'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { cookieHash: row.cookie_hash, memberNumber: row.member_number, accountNumber: row.account_number }
}

export async function revokePass(executor: Executor, tokenHash: Uint8Array, now: Date): Promise<void> {
  await executor
    .updateTable('portal.quick_pay_pass')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

/** True when that client has verified that account since then, and no half of it was ever misused. */
export async function hasVerifiedBefore(
  executor: Executor,
  accountNumber: string,
  clientHash: Uint8Array,
  since: Date,
): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.quick_pay_pass')
    .select('created_at')
    .where('account_number', '=', accountNumber)
    .where('client_hash', '=', clientHash)
    .where('created_at', '>=', since)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePassesBefore(executor: Executor, createdBefore: Date): Promise<void> {
  await executor.deleteFrom('portal.quick_pay_pass').where('created_at', '<', createdBefore).execute()
}
