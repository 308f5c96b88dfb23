import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../platform/audit/audit.store.ts'
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

/** Writes a pass and its audit entry, in one statement. */
export async function insertPass(executor: Executor, pass: Pass, audit: AuditEntry): Promise<void> {
  await sql`
    with pass as (
      insert into portal.quick_pay_pass (token_hash, cookie_hash, member_number, account_number, client_hash, created_at,
        expires_at)
      values (${pass.tokenHash}, ${pass.cookieHash}, ${pass.memberNumber}, ${pass.accountNumber}, ${pass.clientHash},
        ${pass.createdAt}, ${pass.expiresAt})
      returning token_hash)
    ${auditEntryFor('pass', audit)}`.execute(executor)
}

/** A pass that was not revoked and expires after that moment, by the hash of its token. */
export async function findPass(
  executor: Executor,
  tokenHash: Uint8Array,
  expiresAfter: Date,
): Promise<Pick<Pass, 'cookieHash' | 'memberNumber' | 'accountNumber' | 'expiresAt'> | undefined> {
  const row = await executor
    .selectFrom('portal.quick_pay_pass')
    .select(['cookie_hash', 'member_number', 'account_number', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', expiresAfter)
    .executeTakeFirst()
  return (
    row && {
      cookieHash: row.cookie_hash,
      memberNumber: row.member_number,
      accountNumber: row.account_number,
      expiresAt: row.expires_at,
    }
  )
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
