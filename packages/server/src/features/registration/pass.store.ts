import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** The right to make the login of a member whose contact was verified. */
export interface Pass {
  readonly tokenHash: Uint8Array
  readonly accountNumber: string
  readonly memberNumber: string
  /** The address or the number that the code went to. */
  readonly contact: string
  readonly expiresAt: Date
}

export async function insertPass(tx: Tx, pass: Pass): Promise<void> {
  await tx
    .insertInto('portal.registration_pass')
    .values({
      token_hash: pass.tokenHash,
      account_number: pass.accountNumber,
      member_number: pass.memberNumber,
      contact: pass.contact,
      expires_at: pass.expiresAt,
    })
    .execute()
}

/** A pass that has neither expired nor been used, by the hash of its token. */
export async function findLivePass(executor: Executor, tokenHash: Uint8Array, now: Date): Promise<Pass | undefined> {
  const row = await executor
    .selectFrom('portal.registration_pass')
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

/** Uses up a pass. @returns false when it was used in the meantime. */
export async function takePass(tx: Tx, tokenHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.registration_pass')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  return rows.length > 0
}
