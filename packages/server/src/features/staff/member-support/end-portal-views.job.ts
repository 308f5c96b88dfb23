import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { findSessionOfView } from '../staff-sign-in/public.ts'
import { closePortalViews } from './close-portal-views.ts'
import { listOpenPortalViews, type PortalView } from './portal-views.store.ts'

export const endPortalViewsJob = scheduledJob('member-support.end-portal-views', '* * * * *', endPortalViewsOnTime)

/** Maximum views per run; the next run continues. */
const mostViews = 500
/** The longest time, in milliseconds, that the jobs are expected to be down. */
const longestDelayMs = 7 * 86_400_000

/**
 * Records the end of each view that ended without a call: its time or the staff session is over, or the role was
 * revoked. Calls have been refused since that moment.
 */
async function endPortalViewsOnTime(deps: EndDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - longestDelayMs)
  await failAfterLast(deps.log, async (take) => {
    for (const view of await listOpenPortalViews(deps.db, since, mostViews))
      await take([view], async () => endOnTime(deps, view))
  })
}

type EndDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>

async function endOnTime(deps: EndDeps, { viewId, sessionId, endsAt }: PortalView): Promise<void> {
  const session = await findSessionOfView(deps, sessionId)
  if (session === undefined) return
  const now = deps.clock.now()
  const { username: by, role, overSince } = session
  const isEnded = endsAt <= now || overSince !== null || !staffRights.members.includes(role)
  const end = { by, at: overSince ?? now, why: overSince === null ? 'role' : 'session' } as const
  if (isEnded) await inTransaction(deps.db, async (tx) => closePortalViews(tx, ['view_id', viewId], end))
}
