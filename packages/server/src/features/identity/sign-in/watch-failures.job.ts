import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { countSignIns } from './sign-in-outcomes.store.ts'

export const watchFailuresJob = scheduledJob('sign-in.watch-failures', '*/5 * * * *', watchFailures)

const windowMinutes = 10

/**
 * Raises an alarm, at most once an hour, when most sign-ins of the last ten minutes failed. An attacker may be trying stolen passwords
 * from many addresses, each below its limit (SEC-11).
 */
async function watchFailures(deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>): Promise<void> {
  const now = deps.clock.now()
  const { loginFailureAlarmCount, loginFailureAlarmPercent } = deps.settings.current()
  const counted = await countSignIns(deps.db, new Date(now.getTime() - windowMinutes * 60_000))
  const { succeeded, failed } = counted
  if (failed < loginFailureAlarmCount || failed * 100 < loginFailureAlarmPercent * (failed + succeeded)) return
  const limit = { kind: 'sign-in.failure-alarm', subject: 'all', windowSeconds: 3600, limit: 1 }
  if (!(await recordAttempt(deps.db, limit, now)).allowed) return
  const facts = { failed, succeeded, minutes: windowMinutes }
  deps.log.error({ alarm: 'sign-in-failures', ...facts }, 'Most sign-ins fail: someone may be trying stolen passwords')
  await recordAudit(deps.db, { kind: 'sign-in.failure-alarm', at: now, detail: facts })
}
