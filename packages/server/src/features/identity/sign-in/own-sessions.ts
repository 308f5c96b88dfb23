import type { ListedSession } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { AnswerFacts, MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { signOutEverywhere } from './change-login.ts'
import { sessionCookie } from './session-cookie.ts'
import { endSessions, listSessions } from './sessions.store.ts'

/** Lists the member's sessions, the one of this browser first. */
export async function listOwnSessions(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  caller: Pick<MemberCaller, 'loginId'> & Partial<MemberCaller>,
): Promise<{ readonly sessions: ListedSession[] }> {
  const now = deps.clock.now()
  const seenSince = new Date(now.getTime() - deps.settings.current().sessionIdleMinutes * 60_000)
  const sessions = await listSessions(deps.db, caller.loginId, now, seenSince)
  const listed = sessions.map((session) => ({
    id: session.sessionId,
    device: session.device,
    clientAddress: session.clientAddress,
    signedInAt: session.signedInAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    isThisOne: session.sessionId === caller.sessionId,
  }))
  return { sessions: listed.toSorted((a, b) => Number(b.isThisOne) - Number(a.isThisOne)) }
}

/** Ends one session of the member. @throws NotFound when there is no session with that id, or it is another member's. */
export async function endOwnSession(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  sessionId: string,
): Promise<{ readonly ended: number }> {
  const ended = await endAndRecord(deps, facts, caller, { sessionId, loginId: caller.loginId }, 'session.ended')
  if (ended === 0) throw new NotFound('No such session of the member')
  return { ended }
}

/** Ends the session of the call, or all sessions of the member. */
export async function signOut(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  { caller, everywhere }: { readonly caller: MemberCaller; readonly everywhere: boolean },
): Promise<{ readonly ended: number }> {
  const which = everywhere ? { loginId: caller.loginId } : { sessionId: caller.sessionId }
  const ended = await endAndRecord(deps, facts, caller, which, everywhere ? 'session.all-ended' : 'sign-in.ended')
  reply.clearCookie(sessionCookie)
  return { ended }
}

async function endAndRecord(
  deps: Deps,
  facts: RequestFacts,
  caller: MemberCaller,
  which: { readonly sessionId?: string; readonly loginId?: string },
  kind: string,
): Promise<number> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const ended =
      which.sessionId === undefined
        ? await signOutEverywhere(tx, caller.loginId, 'member', now)
        : await endSessions(tx, which, 'member', now)
    if (ended > 0)
      await recordAudit(tx, {
        kind,
        at: now,
        memberNumber: caller.memberNumber,
        clientAddress: facts.clientAddress,
        requestId: facts.id,
        detail: { ended },
      })
    return ended
  })
}
