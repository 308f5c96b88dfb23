import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A way in which a member proved their identity. */
export type Proof = 'password' | 'app' | 'recovery-code' | 'passkey' | 'partner'

export interface NewSession {
  readonly sessionId: string
  readonly loginId: string
  readonly memberNumber: string
  readonly tokenHash: Uint8Array
  readonly cookieHash: Uint8Array
  readonly proofs: readonly Proof[]
  readonly now: Date
  /** The time when the member last proved their identity to the portal; the epoch for a hand-off from a partner site. */
  readonly provenAt: Date
  readonly endsAt: Date
  readonly device: string
  readonly clientAddress: string
}

export interface StoredSession {
  readonly sessionId: string
  readonly loginId: string
  readonly memberNumber: string
  readonly tokenHash: Uint8Array
  readonly cookieHash: Uint8Array
  readonly previousCookieHash: Uint8Array | null
  /** True until the current halves are used. The answer with them may have been lost. */
  readonly isUnused: boolean
  readonly rotatedAt: Date
  readonly signedInAt: Date
  readonly provenAt: Date
  readonly lastSeenAt: Date
  readonly endsAt: Date
  readonly device: string
  readonly clientAddress: string
}

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor
    .insertInto('portal.session')
    .values({
      session_id: session.sessionId,
      login_id: session.loginId,
      member_number: session.memberNumber,
      token_hash: session.tokenHash,
      cookie_hash: session.cookieHash,
      rotated_at: session.now,
      proofs: [...session.proofs],
      signed_in_at: session.now,
      proven_at: session.provenAt,
      last_seen_at: session.now,
      ends_at: session.endsAt,
      device: session.device,
      client_address: session.clientAddress,
    })
    .execute()
}

const columns = [
  'session_id',
  'login_id',
  'member_number',
  'token_hash',
  'cookie_hash',
  'previous_cookie_hash',
  'is_unused',
  'rotated_at',
  'signed_in_at',
  'proven_at',
  'last_seen_at',
  'ends_at',
  'device',
  'client_address',
] as const

const liveSessions = (executor: Executor) =>
  executor.selectFrom('portal.session').select(columns).where('ended_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof liveSessions>['executeTakeFirstOrThrow']>>

const toSession = (row: Row): StoredSession => ({
  sessionId: row.session_id,
  loginId: row.login_id,
  memberNumber: row.member_number,
  tokenHash: row.token_hash,
  cookieHash: row.cookie_hash,
  previousCookieHash: row.previous_cookie_hash,
  isUnused: row.is_unused,
  rotatedAt: row.rotated_at,
  signedInAt: row.signed_in_at,
  provenAt: row.proven_at,
  lastSeenAt: row.last_seen_at,
  endsAt: row.ends_at,
  device: row.device,
  clientAddress: row.client_address,
})

/** Finds a session that has not been ended, by the hash of its current or previous token. The caller checks its times. */
export async function findSessionByToken(
  executor: Executor,
  tokenHash: Uint8Array,
): Promise<StoredSession | undefined> {
  const row = await liveSessions(executor)
    .where((eb) => eb.or([eb('token_hash', '=', tokenHash), eb('previous_token_hash', '=', tokenHash)]))
    .executeTakeFirst()
  return row && toSession(row)
}

/** True while a session has not been ended. Locks it, so that it cannot end before the transaction does. */
export async function lockLiveSession(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('portal.session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** True while the session exists, live or ended. Until the transaction ends, it cannot be deleted, but it can be ended. */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('portal.session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the sessions of a login that have neither been ended nor expired, last seen first. */
export async function listSessions(
  executor: Executor,
  loginId: string,
  now: Date,
  seenSince: Date,
): Promise<readonly StoredSession[]> {
  const rows = await liveSessions(executor)
    .where('login_id', '=', loginId)
    .where('ends_at', '>', now)
    .where('last_seen_at', '>', seenSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .limit(100)
    .execute()
  return rows.map(toSession)
}

export async function noteSeen(executor: Executor, sessionId: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.session')
    .set({ last_seen_at: now })
    .where('session_id', '=', sessionId)
    .where('last_seen_at', '<', now)
    .execute()
}

/** Records that the current halves of the session were used. From now on the previous ones are valid for calls in progress only. */
export async function noteUsed(executor: Executor, { sessionId, tokenHash }: StoredSession): Promise<void> {
  await executor
    .updateTable('portal.session')
    .set({ is_unused: false })
    .where('session_id', '=', sessionId)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/**
 * Replaces the halves of a session. The previous ones stay valid for calls in progress, and until the new ones are used.
 *
 * @returns false when another call has renewed, used or ended the session.
 */
export async function rotateSplitToken(
  executor: Executor,
  session: Pick<StoredSession, 'sessionId' | 'tokenHash' | 'cookieHash' | 'isUnused'>,
  halves: { readonly tokenHash: Uint8Array; readonly cookieHash: Uint8Array },
  change: { readonly now: Date; readonly provenAt: Date },
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.session')
    .set({
      token_hash: halves.tokenHash,
      cookie_hash: halves.cookieHash,
      previous_token_hash: session.tokenHash,
      previous_cookie_hash: session.cookieHash,
      is_unused: true,
      rotated_at: change.now,
      last_seen_at: change.now,
      proven_at: change.provenAt,
    })
    .where('session_id', '=', session.sessionId)
    .where('token_hash', '=', session.tokenHash)
    .where('is_unused', '=', session.isUnused)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return rows.length > 0
}

interface Which {
  readonly sessionId?: string
  readonly loginId?: string
  readonly cookieHash?: Uint8Array
  /** The session that stays; all others of the login end. */
  readonly except?: string
}

/** Ends sessions immediately. @returns their number. */
export async function endSessions(executor: Executor, which: Which, reason: string, now: Date): Promise<number> {
  let ending = executor
    .updateTable('portal.session')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
  if (which.sessionId === undefined && which.loginId === undefined && which.cookieHash === undefined)
    throw new Error('Say which sessions end')
  if (which.sessionId !== undefined) ending = ending.where('session_id', '=', which.sessionId)
  if (which.loginId !== undefined) ending = ending.where('login_id', '=', which.loginId)
  if (which.cookieHash !== undefined) ending = ending.where('cookie_hash', '=', which.cookieHash)
  if (which.except !== undefined) ending = ending.where('session_id', '!=', which.except)
  return (await ending.returning('session_id').execute()).length
}

/** Ends every session in a restored database: some may have been ended since the backup. */
export async function endSessionsOfBackup(executor: Executor, now: Date): Promise<void> {
  await sql`update portal.session as backed_up set ended_at = ${now}, end_reason = 'restored' where ended_at is null`.execute(
    executor,
  )
}
