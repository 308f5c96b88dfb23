import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts, StaffCaller } from '../../../platform/http/call.ts'
import { bearerOf, isSameHash, sha256 } from '../../../platform/secrets/split-token.ts'
import { confirmSignOn } from './confirm-sign-on.ts'
import { requireConsole } from './require-console.ts'
import { staffCookie } from './staff-cookies.ts'
import { endStaffSession, findStaffSession, noteStaffSeen, type StaffSession } from './staff-sessions.store.ts'

/** The last use of a session is updated at most this often, so that most calls write nothing. */
const noteAfterMs = 10_000

/**
 * Authenticates staff by the bearer token and the cookie that was set with it, of a live session. A token without its cookie was
 * copied: the session ends immediately. The role is that of the login now, which with single sign-on follows the
 * person's group.
 *
 * @throws NotSignedIn, always the same, when anything is wrong; NotAllowed while the console is off; as `confirmSignOn`.
 */
export async function checkStaffSession(
  deps: Deps,
  facts: RequestFacts,
  _params: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
): Promise<StaffCaller> {
  requireConsole(deps)
  const live = await requireLiveSession(deps, facts)
  if (!hasCookieOf(facts, live)) {
    await endAsStolen(deps, facts, live)
    throw new NotSignedIn('A staff token without its cookie')
  }
  const session = await confirmSignOn(deps, live)
  await noteSeen(deps, session, endpoint)
  const { staffId, sessionId, username, role } = session
  return { kind: 'staff', staffId, sessionId, username, role }
}

/** The facts that a portal view needs of the staff session that opened it. */
interface SessionOfView {
  readonly username: string
  readonly role: StaffRole
  /** The time at which the session ended; `null` while it lasts. */
  readonly overSince: Date | null
}

/**
 * The live session of a portal view, in the browser that opened the view. Calls of a view extend it like those of the console.
 *
 * @param onCopied runs before the refusal of a browser that does not have the session's cookie.
 * @throws NotSignedIn when the session is over or the browser has another one; NotAllowed while the console is off.
 */
export async function requireStaffSession(
  deps: Deps,
  facts: RequestFacts,
  sessionId: string,
  endpoint: Pick<Endpoint, 'background'>,
  onCopied: () => Promise<void>,
): Promise<SessionOfView> {
  requireConsole(deps)
  const live = await requireLive(deps, await findStaffSession(deps.db, 'session_id', sessionId))
  if (!hasCookieOf(facts, live)) {
    await onCopied()
    throw new NotSignedIn('A portal view without the cookie of its staff session')
  }
  const session = await confirmSignOn(deps, live)
  await noteSeen(deps, session, endpoint)
  return { ...session, overSince: null }
}

/** The session of a portal view, which may be over. @returns `undefined` when the login was removed. */
export async function findSessionOfView(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  sessionId: string,
): Promise<SessionOfView | undefined> {
  const session = await findStaffSession(deps.db, 'session_id', sessionId)
  return session && { ...session, overSince: overSince(deps, session) }
}

const hasCookieOf = (facts: RequestFacts, { cookieHash }: StaffSession): boolean =>
  isSameHash(sha256(facts.cookie(staffCookie) ?? ''), cookieHash)

async function noteSeen(
  { db, clock }: Deps,
  { sessionId, lastSeenAt }: StaffSession,
  { background }: Pick<Endpoint, 'background'>,
): Promise<void> {
  const now = clock.now()
  if (!background && now.getTime() - lastSeenAt.getTime() >= noteAfterMs) await noteStaffSeen(db, sessionId, now)
}

async function requireLiveSession(deps: Deps, facts: RequestFacts): Promise<StaffSession> {
  const token = bearerOf(facts.header('authorization'))
  if (token === '') throw new NotSignedIn('No staff token')
  return requireLive(deps, await findStaffSession(deps.db, 'token_hash', sha256(token)))
}

async function requireLive(deps: Deps, session: StaffSession | undefined): Promise<StaffSession> {
  if (session === undefined) throw new NotSignedIn('The staff token is unknown')
  const end = overSince(deps, session)
  if (end === null) return session
  await endStaffSession(deps.db, 'session_id', session.sessionId, end)
  throw new NotSignedIn('The staff session has expired')
}

/** Returns the time at which a session ended; `null` while it lasts. */
function overSince(deps: Pick<Deps, 'clock' | 'settings'>, session: StaffSession): Date | null {
  if (session.endedAt !== null) return session.endedAt
  const idle = idleEnd(deps, session)
  const end = idle < session.endsAt ? idle : session.endsAt
  return end <= deps.clock.now() ? end : null
}

const idleEnd = ({ settings }: Pick<Deps, 'settings'>, { lastSeenAt }: Pick<StaffSession, 'lastSeenAt'>): Date =>
  new Date(lastSeenAt.getTime() + settings.current().staffIdleMinutes * 60_000)

async function endAsStolen({ db, clock }: Deps, facts: RequestFacts, session: StaffSession): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (!(await endStaffSession(tx, 'session_id', session.sessionId, now))) return
    await recordAudit(tx, {
      kind: 'staff-sign-in.stolen',
      at: now,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { by: session.username },
    })
  })
}

/**
 * Loads the name and role of the staff who are signed in, and the seconds until their session ends. The console calls
 * this once a minute and closes itself when the session is over.
 *
 * @throws NotSignedIn without a live session.
 */
export async function loadStaffSession(deps: Deps, facts: RequestFacts): Promise<AnswerOf<typeof staffSignIn.session>> {
  const session = await requireLiveSession(deps, facts)
  const now = deps.clock.now().getTime()
  const secondsTo = (end: Date) => Math.max(0, Math.floor((end.getTime() - now) / 1000))
  const { name, username, role, endsAt } = session
  const secondsLeft = secondsTo(endsAt)
  return {
    name,
    username,
    role,
    idleSecondsLeft: Math.min(secondsLeft, secondsTo(idleEnd(deps, session))),
    secondsLeft,
  }
}

/** Ends the caller's session. */
export async function signOutStaff(
  { db, clock }: Deps,
  reply: AnswerFacts,
  { sessionId }: StaffCaller,
): Promise<Record<string, never>> {
  await endStaffSession(db, 'session_id', sessionId, clock.now())
  reply.clearCookie(staffCookie)
  return {}
}
