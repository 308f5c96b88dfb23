import { type StoredPortalView, leavePortalView } from './portal-view.ts'
import { staffCall } from '../staff/staff-call.ts'

const patienceMs = 5_000

/** Ends the view on the server and leaves it. Without an answer the view ends with its time or with the staff session. */
export async function endPortalView(view: StoredPortalView): Promise<void> {
  const input = { body: {}, timeoutMs: patienceMs }
  await staffCall('POST /v3/staff/portal-view/end', input).catch(() => undefined)
  leavePortalView(view)
}
