import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { newSplitToken, sha256, type SplitToken } from '../../../platform/secrets/split-token.ts'
import { staffCookie } from './staff-cookies.ts'
import { endStaffSession, insertStaffSession } from './staff-sessions.store.ts'

interface OpenedSession {
  readonly sessionId: string
  readonly endsAt: Date
  readonly halves: SplitToken
}

/**
 * Opens a session with new halves and ignores those that the browser sent. The browser's former session ends: its other
 * tabs now send the old token with a new cookie, which would count as a copied token.
 */
export async function openStaffSession(
  deps: Pick<Deps, 'random' | 'clock' | 'settings'>,
  tx: Tx,
  facts: RequestFacts,
  login: { readonly staffId: string; readonly username: string; readonly role: StaffRole },
): Promise<OpenedSession> {
  const now = deps.clock.now()
  const halves = newSplitToken(deps.random)
  const sessionId = randomUUID()
  const endsAt = new Date(now.getTime() + deps.settings.current().staffSessionHours * 3_600_000)
  const former = facts.cookie(staffCookie)
  if (former !== undefined) await endStaffSession(tx, 'cookie_hash', sha256(former), now)
  await insertStaffSession(tx, {
    ...halves,
    sessionId,
    staffId: login.staffId,
    now,
    endsAt,
    clientAddress: facts.clientAddress,
  })
  await recordAudit(tx, {
    kind: 'staff-sign-in.succeeded',
    at: now,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { by: login.username, role: login.role },
  })
  return { sessionId, endsAt, halves }
}
