import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A person at the identity provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The staff login of a person who signs in at the identity provider. */
export interface SignOnLogin {
  readonly staffId: string
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  readonly disabledAt: Date | null
}

export const findLoginOfIdentity = async (
  executor: Executor,
  { issuer, subject }: Identity,
): Promise<SignOnLogin | undefined> =>
  executor
    .selectFrom('portal.staff_identity as identity')
    .innerJoin('portal.staff_login as login', 'login.staff_id', 'identity.staff_id')
    .select(['login.staff_id as staffId', 'login.username', 'login.name', 'login.role'])
    .select('login.disabled_at as disabledAt')
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst()

/** Ties a new login to a person. @throws Error when the person has one. */
export async function insertIdentity(
  executor: Executor,
  { issuer, subject }: Identity,
  staffId: string,
  now: Date,
): Promise<void> {
  await executor
    .insertInto('portal.staff_identity')
    .values({ issuer, subject, staff_id: staffId, created_at: now })
    .execute()
}

/** Tells whether a login signs in at the identity provider. */
export async function hasIdentity(executor: Executor, staffId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.staff_identity')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row !== undefined
}

/** Tells whether the person of a login is known to have no group that lets them in. */
export async function hasLostGroup(executor: Executor, staffId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.staff_identity')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('lost_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes since when a person has no group that lets them in; `null` when they have one. */
export async function noteLostGroup(
  executor: Executor,
  { issuer, subject }: Identity,
  lostAt: Date | null,
): Promise<void> {
  await executor
    .updateTable('portal.staff_identity')
    .set({ lost_at: lostAt })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/**
 * Keeps what the provider states about a person who signs in. @returns false when the login was disabled or removed meanwhile.
 */
export async function keepSignOn(
  executor: Executor,
  { staffId, name, role }: Pick<SignOnLogin, 'staffId' | 'name' | 'role'>,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_login')
    .set({ name, role, last_sign_in_at: now })
    .where('staff_id', '=', staffId)
    .where('disabled_at', 'is', null)
    .returning('staff_id')
    .execute()
  return rows.length > 0
}

/** The proof of a session as it is stored. */
export interface StoredProof extends Identity {
  readonly sessionId: string
  readonly providerSession: string | null
  /** Encrypted. */
  readonly refreshToken: Uint8Array | null
  readonly checkedAt: Date
  readonly endsAt: Date
}

export async function insertProof(executor: Executor, proof: StoredProof): Promise<void> {
  await executor
    .insertInto('portal.staff_proof')
    .values({
      session_id: proof.sessionId,
      issuer: proof.issuer,
      subject: proof.subject,
      provider_session: proof.providerSession,
      refresh_token: proof.refreshToken,
      checked_at: proof.checkedAt,
      ends_at: proof.endsAt,
    })
    .execute()
}

/**
 * Takes it upon this process to ask the provider about a session anew.
 *
 * @param checkedBefore only when the last answer is from before.
 * @returns `undefined` when another process asks, or nothing is to be asked.
 */
export const claimRenewal = async (
  executor: Executor,
  sessionId: string,
  { checkedBefore, now, until }: { readonly checkedBefore: Date; readonly now: Date; readonly until: Date },
): Promise<(Identity & Pick<StoredProof, 'refreshToken'>) | undefined> =>
  executor
    .updateTable('portal.staff_proof')
    .set({ asking_until: until })
    .where('session_id', '=', sessionId)
    .where('checked_at', '<=', checkedBefore)
    .where((eb) => eb.or([eb('asking_until', 'is', null), eb('asking_until', '<=', now)]))
    .returning(['issuer', 'subject', 'refresh_token as refreshToken'])
    .executeTakeFirst()

/** Lets others ask. */
export async function releaseRenewal(executor: Executor, sessionId: string): Promise<void> {
  await executor
    .updateTable('portal.staff_proof')
    .set({ asking_until: null })
    .where('session_id', '=', sessionId)
    .execute()
}

/** @returns false when the session ended meanwhile. */
export async function keepRenewed(
  executor: Executor,
  sessionId: string,
  { refreshToken, checkedAt }: Pick<StoredProof, 'refreshToken' | 'checkedAt'>,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.staff_proof')
    .set({ refresh_token: refreshToken, checked_at: checkedAt, asking_until: null })
    .where('session_id', '=', sessionId)
    .returning('session_id')
    .execute()
  return rows.length > 0
}

/** The state of a renewal; `undefined` when the session has ended. */
export const findRenewal = async (
  executor: Executor,
  sessionId: string,
): Promise<{ readonly checkedAt: Date; readonly askingUntil: Date | null } | undefined> =>
  executor
    .selectFrom('portal.staff_proof')
    .select(['checked_at as checkedAt', 'asking_until as askingUntil'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** Ends the sessions that a sign-out at the provider is about, with their proofs. @returns the usernames. */
export async function endSessionsAtProvider(
  executor: Executor,
  about: { readonly issuer: string; readonly subject: string | null; readonly providerSession: string | null },
  now: Date,
): Promise<readonly string[]> {
  const { issuer, subject, providerSession } = about
  const ofSubject = subject === null ? sql`` : sql`and subject = ${subject}`
  // A provider that names no session in its ID tokens may still name one here.
  const orUnnamed = subject === null ? sql`` : sql`or provider_session is null`
  const ofSession = providerSession === null ? sql`` : sql`and (provider_session = ${providerSession} ${orUnnamed})`
  const { rows } = await sql<{ readonly username: string }>`
    with gone as (
      delete from portal.staff_proof where issuer = ${issuer} ${ofSubject} ${ofSession} returning session_id),
    ended as (
      update portal.staff_session as session set ended_at = ${now} from gone
      where session.session_id = gone.session_id and session.ended_at is null returning session.staff_id)
    select login.username from ended join portal.staff_login as login on login.staff_id = ended.staff_id`.execute(
    executor,
  )
  return rows.map(({ username }) => username)
}
