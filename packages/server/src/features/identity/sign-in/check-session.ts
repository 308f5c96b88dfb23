import type { Endpoint } from '@coopline/contract/endpoint'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { bearerOf, isSameHash, sha256 } from '../../../platform/secrets/split-token.ts'
import { provenAtOf } from './renew-session.ts'
import { sessionCookie } from './session-cookie.ts'
import {
  endSessions,
  findSessionByToken,
  type StoredSession,
  lockLiveSession,
  lockSession,
  noteSeen,
  noteUsed,
} from './sessions.store.ts'
import { notifyMember } from './notify-member.ts'

/** Previous halves stay valid for this long after the current ones are used, for calls in progress in another tab. */
const graceMs = 30_000
/** The last use of a session is updated at most this often, so that most calls write nothing. */
const noteAfterMs = 10_000

/**
 * Authenticates a member by the bearer token of a live session and the cookie that was set with it (REQ-D-004). Every call extends the
 * session, except calls that the page makes without the member. A token without its cookie was copied, and so were previous halves that
 * arrive late although the current ones are in use. The session then ends immediately, and the member is notified.
 *
 * @throws NotSignedIn, always the same, when anything is wrong.
 */
export async function checkSession(
  deps: Deps,
  request: RequestFacts,
  _params: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
): Promise<MemberCaller> {
  const token = bearerOf(request.header('authorization'))
  if (token === '') throw new NotSignedIn('No access token')
  const tokenHash = sha256(token)
  const session = await findSessionByToken(deps.db, tokenHash)
  if (session === undefined) throw new NotSignedIn('The access token is unknown or its session has ended')
  const now = deps.clock.now()
  if (isOver(deps, session, now)) {
    await endSessions(deps.db, { sessionId: session.sessionId }, 'time', now)
    throw new NotSignedIn('The session has expired')
  }
  await checkHalves(deps, request, session, tokenHash)
  if (!endpoint.background && now.getTime() - session.lastSeenAt.getTime() >= noteAfterMs)
    await noteSeen(deps.db, session.sessionId, now)
  const { loginId, sessionId, memberNumber } = session
  return { kind: 'member', memberNumber, loginId, sessionId, provenAt: provenAtOf(session, tokenHash) }
}

/** Returns the time when a session ends if no more calls arrive. */
export const idleEnd = (session: Pick<StoredSession, 'lastSeenAt'>, idleMinutes: number): Date =>
  new Date(session.lastSeenAt.getTime() + idleMinutes * 60_000)

const isOver = ({ settings }: Pick<Deps, 'settings'>, session: StoredSession, now: Date): boolean =>
  session.endsAt <= now || idleEnd(session, settings.current().sessionIdleMinutes) <= now

async function checkHalves(
  deps: Deps,
  request: RequestFacts,
  session: StoredSession,
  tokenHash: Buffer,
): Promise<void> {
  const cookieHash = sha256(request.cookie(sessionCookie) ?? '')
  const isCurrent = isSameHash(tokenHash, session.tokenHash)
  const isInGrace = deps.clock.now().getTime() - session.rotatedAt.getTime() <= graceMs
  const mayBePrevious = isInGrace || (session.isUnused && !isCurrent)
  const fits =
    isSameHash(cookieHash, session.cookieHash) || (mayBePrevious && isSameHash(cookieHash, session.previousCookieHash))
  if (!fits || (!isCurrent && !mayBePrevious)) {
    await endAsStolen(deps, request, session)
    throw new NotSignedIn('An access token without its cookie, or one that was replaced')
  }
  if (isCurrent && session.isUnused) await noteUsed(deps.db, session)
}

async function endAsStolen(deps: Deps, request: RequestFacts, session: StoredSession): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const ended = await endSessions(tx, { sessionId: session.sessionId }, 'token without its cookie', now)
    if (ended === 0) return
    await recordAudit(tx, {
      kind: 'session.stolen',
      at: now,
      memberNumber: session.memberNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { session: session.sessionId },
    })
    await notifyMember(deps, tx, session.loginId, 'session-stolen', session.sessionId)
  })
}

/**
 * Refuses a change when the session of the call has ended since its authentication, for example by a password reset. Locks the session
 * until the transaction ends, so that it ends after the change. Call it after locking the login, if that is needed.
 *
 * @throws NotSignedIn when the session has ended.
 */
export async function requireLiveSession(tx: Tx, { sessionId }: Pick<MemberCaller, 'sessionId'>): Promise<void> {
  if (!(await lockLiveSession(tx, sessionId))) throw new NotSignedIn('The session ended during the call')
}

/**
 * Refuses to store data of a member who was erased during the call. An erasure waits until the transaction ends, so that it includes the
 * stored data.
 *
 * @throws NotSignedIn when the erasure deleted the session.
 */
export async function requireSession(tx: Tx, { sessionId }: MemberCaller): Promise<void> {
  if (!(await lockSession(tx, sessionId))) throw new NotSignedIn('The member was erased during the call')
}
