import { memberSupport, type PortalView } from '@coopline/contract/staff/member-support/member-support.contract'
import type { StaffHalves } from './seed-staff.ts'
import type { TestPortal } from './test-portal.ts'

/** Opens a view of Ada's portal as staff do. @returns what a call in that view sends. */
export async function openPortalView(portal: TestPortal, halves: StaffHalves, reason: string): Promise<StaffHalves> {
  const params = { memberNumber: '10001' }
  const answer = await portal.call(memberSupport.openPortalView, { ...halves, params, body: { reason } })
  if (answer.statusCode !== 200) throw new Error(`No view was opened: ${answer.statusCode} ${answer.body}`)
  return { bearer: answer.json<PortalView>().accessToken, cookie: halves.cookie }
}
