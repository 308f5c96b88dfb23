import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

export interface StaffSession {
  readonly sessionId: string
  readonly staffId: string
  readonly cookieHash: Uint8Array
  readonly lastSeenAt: Date
  readonly endsAt: Date
  /** `null` unless it was ended before its time. */
  readonly endedAt: Date | null
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  /** The person signs in at the identity provider. */
  readonly isSignOn: boolean
  /** When the provider last stated the person's groups; `null` without single sign-on. */
  readonly checkedAt: Date | null
}

interface NewStaffSession {
  readonly sessionId: string
  readonly staffId: string
  readonly tokenHash: Uint8Array
  readonly cookieHash: Uint8Array
  readonly now: Date
  readonly endsAt: Date
  readonly clientAddress: string
}

export async function insertStaffSession(executor: Executor, session: NewStaffSession): Promise<void> {
  await executor
    .insertInto('portal.staff_session')
    .values({
      session_id: session.sessionId,
      staff_id: session.staffId,
      token_hash: session.tokenHash,
      cookie_hash: session.cookieHash,
      signed_in_at: session.now,
      last_seen_at: session.now,
      ends_at: session.endsAt,
      client_address: session.clientAddress,
    })
    .execute()
}

/** A session with the login's role of now, ended or not. The caller checks its times and its cookie. */
export const findStaffSession = async (
  executor: Executor,
  by: 'token_hash' | 'session_id',
  value: Uint8Array | string,
): Promise<StaffSession | undefined> =>
  executor
    .selectFrom('portal.staff_session as session')
    .innerJoin('portal.staff_login as login', 'login.staff_id', 'session.staff_id')
    .leftJoin('portal.staff_identity as identity', 'identity.staff_id', 'session.staff_id')
    .leftJoin('portal.staff_proof as proof', 'proof.session_id', 'session.session_id')
    .select([
      'session.session_id as sessionId',
      'session.staff_id as staffId',
      'session.cookie_hash as cookieHash',
      'session.last_seen_at as lastSeenAt',
      'session.ends_at as endsAt',
      'session.ended_at as endedAt',
      'login.username',
      'login.name',
      'login.role',
      'proof.checked_at as checkedAt',
    ])
    .select((eb) => eb('identity.staff_id', 'is not', null).$castTo<boolean>().as('isSignOn'))
    .where(`session.${by}`, '=', value)
    .executeTakeFirst()

export async function noteStaffSeen(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.staff_session')
    .set({ last_seen_at: now })
    .where('session_id', '=', sessionId)
    .where('last_seen_at', '<', now)
    .execute()
}

/** Ends one session, with its proof. @returns false when it had ended before. */
export const endStaffSession = async (
  executor: Executor,
  by: 'session_id' | 'cookie_hash',
  value: string | Uint8Array,
  now: Date,
): Promise<boolean> => (await endThose(executor, sql`${sql.ref(by)} = ${value}`, now)) > 0

/** Ends every session of a login, with their proofs. */
export async function endStaffSessions(executor: Executor, staffId: string, now: Date): Promise<void> {
  await endThose(executor, sql`staff_id = ${staffId}`, now)
}

/** @returns how many sessions ended. */
async function endThose(executor: Executor, which: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql`
    with ended as (
      update portal.staff_session set ended_at = ${now} where ${which} and ended_at is null returning session_id),
    gone as (delete from portal.staff_proof where session_id in (select session_id from ended))
    select session_id from ended`.execute(executor)
  return rows.length
}

/** Tells whether a login has signed in from an address since a moment. */
export async function hasSignedInFrom(
  executor: Executor,
  staffId: string,
  clientAddress: string,
  since: Date,
): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.staff_session')
    .select('session_id')
    .where('staff_id', '=', staffId)
    .where('client_address', '=', clientAddress)
    .where('signed_in_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends every session of staff in a restored database: some may have been ended since the backup. */
export async function endStaffSessionsOfBackup(executor: Executor, now: Date): Promise<void> {
  await sql`update portal.staff_session as backed_up set ended_at = ${now} where ended_at is null`.execute(executor)
  await sql`delete from portal.staff_proof as backed_up`.execute(executor)
}
