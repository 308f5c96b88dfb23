import type { Activity } from '@coopline/contract/sign-in/sign-in.contract'
import { listAuditOfMember } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MemberCaller } from './check-session.ts'

/** What of the audit a member is shown; the browser has a sentence for each. */
export const shownActivities = [
  'sign-in.succeeded',
  'sign-in.failed',
  'sign-in.code-failed',
  'sign-in.ended',
  'session.ended',
  'session.all-ended',
  'session.stolen',
  'credentials.registered',
  'credentials.password-changed',
  'credentials.reset-asked',
  'credentials.app-added',
  'credentials.app-removed',
  'credentials.recovery-codes-made',
  'credentials.passkey-added',
  'credentials.passkey-removed',
  'payment.requested',
  'payment.declined',
] as const

/** The last ten things that happened to the member's login and payments, the latest first. */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  caller: MemberCaller,
): Promise<{ readonly activities: Activity[] }> {
  const entries = await listAuditOfMember(deps.db, caller.memberNumber, shownActivities, 10)
  return {
    activities: entries.map(({ kind, at, clientAddress }) => ({ kind, at: at.toISOString(), clientAddress })),
  }
}
