import { type Activity, type ActivityKind, activityKinds } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { listAuditOfMember } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'

/** The kinds of entries for the start and the end of a view of the portal by staff as the member. */
const viewKinds = ['staff.portal-viewed', 'staff.portal-view-ended'] as const
const otherKinds = activityKinds.filter((kind) => !viewKinds.some((one) => one === kind))

/**
 * Lists the last ten events of the member's login and payments, and the last ten starts and ends of views of the portal by staff, latest
 * first. Views have their own limit, so that staff cannot push a view off the list with other entries.
 */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  caller: Pick<MemberCaller, 'memberNumber'>,
): Promise<{ readonly activities: Activity[] }> {
  const [others, views] = [
    await listAuditOfMember<ActivityKind>(deps.db, caller.memberNumber, otherKinds, 10),
    await listAuditOfMember<ActivityKind>(deps.db, caller.memberNumber, viewKinds, 10),
  ]
  const entries = [...views, ...others].toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return {
    activities: entries.map(({ kind, at, clientAddress, reason }) => ({
      kind,
      at: at.toISOString(),
      // The client address of the cooperative's office is no use to a member.
      clientAddress: kind.startsWith('staff.') ? null : clientAddress,
      // Staff know that the member reads this reason (decision 0219). Other reasons are for the office.
      reason: kind === 'staff.portal-viewed' ? reason : null,
    })),
  }
}
