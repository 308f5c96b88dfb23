import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** The right to create the login of a member whose contact was verified. */
export interface RegistrationGrant {
  readonly tokenHash: Uint8Array
  readonly accountNumber: string
  readonly memberNumber: string
  /** The address or phone number that got the code. */
  readonly contact: string
  readonly expiresAt: Date
}

export async function insertGrant(tx: Tx, grant: RegistrationGrant): Promise<void> {
  await tx
    .insertInto('portal.registration_grant')
    .values({
      token_hash: grant.tokenHash,
      account_number: grant.accountNumber,
      member_number: grant.memberNumber,
      contact: grant.contact,
      expires_at: grant.expiresAt,
    })
    .execute()
}

/** Finds a grant that has neither expired nor been used, by the hash of its token. */
export async function findLiveGrant(
  executor: Executor,
  tokenHash: Uint8Array,
  now: Date,
): Promise<RegistrationGrant | undefined> {
  const row = await executor
    .selectFrom('portal.registration_grant')
    .select(['account_number', 'member_number', 'contact', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      tokenHash,
      accountNumber: row.account_number,
      memberNumber: row.member_number,
      contact: row.contact,
      expiresAt: row.expires_at,
    }
  )
}

/** Uses up a grant. @returns false when it was used in the meantime. */
export async function redeemGrant(tx: Tx, tokenHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.registration_grant')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  return rows.length > 0
}
