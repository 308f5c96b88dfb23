import { sql } from 'kysely'
import { type AuditEntry, auditEntryFor } from '../../../platform/audit/audit.store.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface QuickPayGrant {
  readonly tokenHash: Uint8Array
  readonly cookieHash: Uint8Array
  readonly memberNumber: string
  readonly accountNumber: string
  /** A keyed hash of the client address that verified the account. */
  readonly clientHash: Uint8Array
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Writes a grant and its audit entry, in one statement. */
export async function insertGrant(executor: Executor, grant: QuickPayGrant, audit: AuditEntry): Promise<void> {
  await sql`
    with granted as (
      insert into portal.quick_pay_grant (token_hash, cookie_hash, member_number, account_number, client_hash, created_at,
        expires_at)
      values (${grant.tokenHash}, ${grant.cookieHash}, ${grant.memberNumber}, ${grant.accountNumber}, ${grant.clientHash},
        ${grant.createdAt}, ${grant.expiresAt})
      returning token_hash)
    ${auditEntryFor('granted', audit)}`.execute(executor)
}

/** Finds a grant by the hash of its token, if it was not revoked and expires after that moment. */
export async function findGrant(
  executor: Executor,
  tokenHash: Uint8Array,
  expiresAfter: Date,
): Promise<Pick<QuickPayGrant, 'cookieHash' | 'memberNumber' | 'accountNumber' | 'expiresAt'> | undefined> {
  const row = await executor
    .selectFrom('portal.quick_pay_grant')
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

export async function revokeGrant(executor: Executor, tokenHash: Uint8Array, now: Date): Promise<void> {
  await executor
    .updateTable('portal.quick_pay_grant')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}
