import { type Activity, activityKinds } from '@coopline/contract/sign-in/sign-in.contract'
import { listAuditOfMember } from '../../platform/audit/audit.store.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MemberCaller } from '../../platform/http/call.ts'

/** The last ten things that happened to the member's login and payments, the latest first. */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  caller: Pick<MemberCaller, 'memberNumber'>,
): Promise<{ readonly activities: Activity[] }> {
  const entries = await listAuditOfMember(deps.db, caller.memberNumber, activityKinds, 10)
  return {
    activities: entries.map(({ kind, at, clientAddress, reason }) => ({
      kind,
      at: at.toISOString(),
      // The address of the cooperative's office says nothing to a member.
      clientAddress: kind.startsWith('staff.') ? null : clientAddress,
      // Staff know that the member reads this one (decision 0219). Other reasons are for the office.
      reason: kind === 'staff.portal-viewed' ? reason : null,
    })),
  }
}
