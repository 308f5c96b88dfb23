import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { hasLiveOwner } from './guests.store.ts'
import type { EndReason } from './shared-access.tables.ts'

export interface NewAccess {
  readonly accessId: string
  readonly memberNumber: string
  readonly name: string
  readonly email: string
  readonly rights: SharedRights
  readonly tokenHash: Uint8Array
  readonly invitedAt: Date
  readonly invitationEndsAt: Date
  readonly endsAt: Date
  readonly accountNumbers: readonly string[]
}

export interface StoredAccess {
  readonly accessId: string
  readonly name: string
  readonly email: string
  readonly rights: SharedRights
  readonly isOpen: boolean
  readonly invitedAt: Date
  readonly invitationEndsAt: Date
  readonly acceptedAt: Date | null
  readonly endsAt: Date
  readonly endReason: EndReason | null
  readonly lastUsedAt: Date | null
}

/** Lists those of the accounts that belong to the member. */
export async function listOwnAmong(
  executor: Executor,
  memberNumber: string,
  accountNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('cis.account')
    .select('account_number')
    .where('member_number', '=', memberNumber)
    .where('account_number', 'in', [...accountNumbers])
    .execute()
  return new Set(rows.map((row) => row.account_number))
}

/**
 * Counts a member's guests and open invitations. Locks the login's row until the transaction ends, so the count cannot change.
 *
 * @returns the count, and the time when the password was set.
 */
export async function countGuestsLocked(
  tx: Tx,
  { loginId, memberNumber }: { readonly loginId: string; readonly memberNumber: string },
  now: Date,
): Promise<{ readonly count: number; readonly passwordSetAt: Date | undefined }> {
  const login = await tx
    .selectFrom('portal.login')
    .select('password_set_at')
    .where('login_id', '=', loginId)
    .forUpdate()
    .executeTakeFirst()
  const rows = await tx
    .selectFrom('portal.shared_access as one')
    .leftJoin('portal.shared_guest as guest', 'guest.access_id', 'one.access_id')
    .select('one.access_id')
    .where('one.member_number', '=', memberNumber)
    .where('one.ends_at', '>', now)
    .where((eb) => eb.or([eb('guest.login_id', 'is not', null), eb('one.invitation_ends_at', '>', now)]))
    .limit(1_000)
    .execute()
  return { count: rows.length, passwordSetAt: login?.password_set_at }
}

export async function insertAccess(tx: Tx, access: NewAccess): Promise<void> {
  await tx
    .insertInto('portal.shared_access')
    .values({
      access_id: access.accessId,
      member_number: access.memberNumber,
      name: access.name,
      email: access.email,
      rights: access.rights,
      token_hash: access.tokenHash,
      invited_at: access.invitedAt,
      invitation_ends_at: access.invitationEndsAt,
      ends_at: access.endsAt,
      end_reason: null,
    })
    .execute()
  await tx
    .insertInto('portal.shared_account')
    .values(access.accountNumbers.map((account_number) => ({ access_id: access.accessId, account_number })))
    .execute()
}

/** Lists 100 accesses that a member gave: first those that have not ended, so that none of them is missing, then the newest. */
export async function listAccesses(
  executor: Executor,
  memberNumber: string,
  now: Date,
  accessId?: string,
): Promise<readonly StoredAccess[]> {
  let query = executor
    .selectFrom('portal.shared_access as one')
    .leftJoin('portal.shared_guest as guest', 'guest.access_id', 'one.access_id')
    .select([
      'one.access_id as accessId',
      'one.name as name',
      'one.email as email',
      'one.rights as rights',
      'one.invited_at as invitedAt',
      'one.invitation_ends_at as invitationEndsAt',
      'guest.accepted_at as acceptedAt',
      'one.ends_at as endsAt',
      'one.end_reason as endReason',
    ])
    .select((eb) => eb('one.token_hash', 'is not', null).$castTo<boolean>().as('isOpen'))
    .select((eb) =>
      eb
        .selectFrom('portal.shared_activity as activity')
        .select((inner) => inner.fn.max('activity.hour').as('hour'))
        .whereRef('activity.access_id', '=', 'one.access_id')
        .as('lastUsedAt'),
    )
    .where('one.member_number', '=', memberNumber)
  if (accessId !== undefined) query = query.where('one.access_id', '=', accessId)
  return query
    .orderBy((eb) => eb('one.ends_at', '>', now), 'desc')
    .orderBy('one.invited_at', 'desc')
    .orderBy('one.access_id')
    .limit(100)
    .execute()
}

/** Lists the chosen accounts of some accesses. */
export async function listChosenAccounts(
  executor: Executor,
  accessIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const accounts = new Map<string, string[]>(accessIds.map((id) => [id, []]))
  if (accessIds.length === 0) return accounts
  const rows = await executor
    .selectFrom('portal.shared_account')
    .select(['access_id', 'account_number'])
    .where('access_id', 'in', [...accessIds])
    .orderBy('access_id')
    .orderBy('account_number')
    .execute()
  for (const row of rows) accounts.get(row.access_id)?.push(row.account_number)
  return accounts
}

export interface OpenInvitation {
  readonly accessId: string
  readonly memberNumber: string
  readonly memberName: string
  readonly name: string
  readonly email: string
  readonly rights: SharedRights
  /** The number of accounts that still belong to the member. */
  readonly accounts: number
  readonly endsAt: Date
  readonly invitationEndsAt: Date
}

/**
 * Finds the invitation with that hash, or of that member; `undefined` when it was accepted, canceled or has expired, and when the member
 * who sent it no longer has a login or any of the accounts.
 */
export async function findInvitation(
  executor: Executor,
  which: { readonly tokenHash: Uint8Array } | { readonly accessId: string; readonly memberNumber: string },
  now: Date,
): Promise<OpenInvitation | undefined> {
  const isMeant =
    'tokenHash' in which
      ? sql`one.token_hash = ${which.tokenHash}`
      : sql`one.access_id = ${which.accessId} and one.member_number = ${which.memberNumber} and one.token_hash is not null`
  const { rows } = await sql<OpenInvitation>`
    select one.access_id as "accessId", one.member_number as "memberNumber", member.name as "memberName", one.name, one.email,
      one.rights, one.ends_at as "endsAt", one.invitation_ends_at as "invitationEndsAt",
      (select count(*)::integer from portal.shared_account as shared
        join cis.account as account on account.account_number = shared.account_number
        where shared.access_id = one.access_id and account.member_number = one.member_number) as accounts
    from portal.shared_access as one join cis.member as member on member.member_number = one.member_number
    where ${isMeant} and one.invitation_ends_at > ${now} and one.ends_at > ${now}
      and ${hasLiveOwner}`.execute(executor)
  return rows[0] !== undefined && rows[0].accounts > 0 ? rows[0] : undefined
}

/** Sets the hash of an invitation's link while it can be accepted. The caller adds the condition on the current hash. */
const setLinkOfOpen = (tx: Tx, accessId: string, tokenHash: Uint8Array | null, now: Date) =>
  tx
    .updateTable('portal.shared_access')
    .set({ token_hash: tokenHash })
    .where('access_id', '=', accessId)
    .where('invitation_ends_at', '>', now)
    .where('ends_at', '>', now)
    .returning('access_id')

/** Gives an invitation another link, which ends the former one. @returns false when it was accepted, canceled or has expired. */
export async function renewInvitation(
  tx: Tx,
  { accessId, tokenHash }: { readonly accessId: string; readonly tokenHash: Uint8Array },
  now: Date,
): Promise<boolean> {
  const renewed = await setLinkOfOpen(tx, accessId, tokenHash, now).where('token_hash', 'is not', null).execute()
  return renewed.length > 0
}

/** Uses up an invitation for a login. @returns false when it was accepted or canceled in the meantime. */
export async function acceptInvitation(
  tx: Tx,
  {
    accessId,
    loginId,
    tokenHash,
  }: { readonly accessId: string; readonly loginId: string; readonly tokenHash: Uint8Array },
  now: Date,
): Promise<boolean> {
  const taken = await setLinkOfOpen(tx, accessId, null, now).where('token_hash', '=', tokenHash).execute()
  if (taken.length === 0) return false
  await tx
    .insertInto('portal.shared_guest')
    .values({ access_id: accessId, login_id: loginId, accepted_at: now })
    .execute()
  return true
}

export interface EndedAccess {
  readonly memberNumber: string
  /** The login that accepted; null for an open invitation. */
  readonly guestLoginId: string | null
  readonly name: string
  readonly email: string
}

/**
 * Ends an access of a member, or of the login that accepted it; the next call of the guest fails.
 *
 * @returns `undefined` when there is no such access, or it has ended.
 */
export async function endAccess(
  tx: Tx,
  which:
    | { readonly accessId: string; readonly memberNumber: string }
    | { readonly accessId: string; readonly loginId: string },
  reason: EndReason,
  now: Date,
): Promise<EndedAccess | undefined> {
  let ending = tx
    .updateTable('portal.shared_access as one')
    .set({ ends_at: now, end_reason: reason, token_hash: null })
    .where('one.access_id', '=', which.accessId)
    .where('one.ends_at', '>', now)
  if ('memberNumber' in which) ending = ending.where('one.member_number', '=', which.memberNumber)
  else
    ending = ending.where((eb) =>
      eb.exists(
        eb
          .selectFrom('portal.shared_guest as guest')
          .select('guest.login_id')
          .whereRef('guest.access_id', '=', 'one.access_id')
          .where('guest.login_id', '=', which.loginId),
      ),
    )
  return ending
    .returning(['one.member_number as memberNumber', 'one.name', 'one.email'])
    .returning((eb) =>
      eb
        .selectFrom('portal.shared_guest as guest')
        .select('guest.login_id')
        .whereRef('guest.access_id', '=', 'one.access_id')
        .as('guestLoginId'),
    )
    .executeTakeFirst()
}

/** Changes the rights of an access that has not ended. @returns false when there is none, or it already has these rights. */
export async function updateRights(
  tx: Tx,
  {
    accessId,
    memberNumber,
    rights,
  }: { readonly accessId: string; readonly memberNumber: string; readonly rights: SharedRights },
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable('portal.shared_access')
    .set({ rights })
    .where('access_id', '=', accessId)
    .where('member_number', '=', memberNumber)
    .where('ends_at', '>', now)
    .where('rights', '!=', rights)
    .returning('access_id')
    .execute()
  return changed.length > 0
}

/** Ends every access and invitation of a member. @returns their number. */
export async function endAccessesOfMember(tx: Tx, memberNumber: string, now: Date): Promise<number> {
  const ended = await tx
    .updateTable('portal.shared_access')
    .set({ ends_at: now, end_reason: 'password-reset', token_hash: null })
    .where('member_number', '=', memberNumber)
    .where('ends_at', '>', now)
    .returning('access_id')
    .execute()
  return ended.length
}

/** Lists the calls of a guest by hour, newest first; 100 rows at most. */
export const listActivity = async (
  executor: Executor,
  accessId: string,
): Promise<
  readonly { readonly hour: Date; readonly accountNumber: string; readonly what: string; readonly calls: number }[]
> =>
  executor
    .selectFrom('portal.shared_activity')
    .select(['hour', 'account_number as accountNumber', 'what', 'calls'])
    .where('access_id', '=', accessId)
    .orderBy('hour', 'desc')
    .orderBy('account_number')
    .orderBy('what')
    .limit(100)
    .execute()

/** Finds a member's name in the cooperative's system. */
export const findMemberName = async (executor: Executor, memberNumber: string): Promise<string | undefined> =>
  (await executor.selectFrom('cis.member').select('name').where('member_number', '=', memberNumber).executeTakeFirst())
    ?.name
