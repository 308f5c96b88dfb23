import type { Executor, Tx } from '../../../platform/db/open-database.ts'

export interface NewLink {
  readonly tokenHash: Uint8Array
  readonly loginId: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores a link, and ends earlier links of the login. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await closeLinks(tx, link.loginId, link.now)
  await tx
    .insertInto('portal.reset_link')
    .values({
      token_hash: link.tokenHash,
      login_id: link.loginId,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()
}

export interface LinkOwner {
  readonly loginId: string
  readonly memberNumber: string
  readonly username: string
  /** The member's name in the cooperative's spelling; the username when the cooperative's system has no such member. */
  readonly memberName: string
}

/** Finds the owner of a link by the hash of its token; `undefined` when the link is unknown, used or expired. */
export async function findLinkOwner(
  executor: Executor,
  tokenHash: Uint8Array,
  now: Date,
): Promise<LinkOwner | undefined> {
  const row = await executor
    .selectFrom('portal.reset_link as link')
    .innerJoin('portal.login as login', 'login.login_id', 'link.login_id')
    .leftJoin('cis.member as member', 'member.member_number', 'login.member_number')
    .select(['login.login_id', 'login.member_number', 'login.username', 'member.name'])
    .where('link.token_hash', '=', tokenHash)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      loginId: row.login_id,
      memberNumber: row.member_number,
      username: row.username,
      memberName: row.name ?? row.username,
    }
  )
}

/** Uses up a link. @returns false when it was used or replaced in the meantime. */
export async function takeLink(tx: Tx, tokenHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('portal.reset_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** Finds the email address of a login, and locks it until the transaction ends; `undefined` when the login was deleted. */
export async function lockAddress(tx: Tx, loginId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('portal.login')
    .select('email')
    .where('login_id', '=', loginId)
    .forShare()
    .executeTakeFirst()
  return row?.email
}

/** Ends the links of a login that were mailed before a change. */
export async function closeLinks(tx: Tx, loginId: string, now: Date): Promise<void> {
  await tx
    .updateTable('portal.reset_link')
    .set({ used_at: now })
    .where('login_id', '=', loginId)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends sign-ins that passed their first step with the former password. */
export async function closeSecondSteps(tx: Tx, loginId: string, now: Date): Promise<void> {
  await tx
    .updateTable('portal.second_step')
    .set({ used_at: now })
    .where('login_id', '=', loginId)
    .where('used_at', 'is', null)
    .execute()
}
