import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { type LockNotice, takeLockNotices } from './login-locks.store.ts'
import { lockEndLine } from './security-mail.messages.ts'
import { notifyMember } from './notify-member.ts'

export const notifyLockedLoginsJob = scheduledJob('sign-in.notify-locked', '* * * * *', notifyLockedLogins)

const batchSize = 100
/** The maximum number of batches per run. The others wait for the next run, a minute later. */
const batchesPerRun = 20

type NotifyDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>

/**
 * Notifies members that wrong passwords locked or disabled their login. It is a job, because the work of a sign-in must be the same for
 * logins that do not exist.
 */
async function notifyLockedLogins(deps: NotifyDeps): Promise<void> {
  for (let batch = 0; batch < batchesPerRun; batch++) {
    const taken = await inTransaction(deps.db, async (tx) => {
      const notices = await takeLockNotices(tx, deps.clock.now(), batchSize)
      for (const notice of notices) await notify(deps, tx, notice)
      return notices
    })
    for (const { isDisabled } of taken)
      if (isDisabled) deps.log.error({ alarm: 'login-disabled' }, 'A login was closed after too many wrong passwords')
    if (taken.length < batchSize) return
  }
}

async function notify(deps: NotifyDeps, tx: Tx, notice: LockNotice): Promise<void> {
  const { loginId, memberNumber, lockedUntil, isDisabled } = notice
  const now = deps.clock.now()
  if (isDisabled) {
    await recordAudit(tx, { kind: 'sign-in.disabled', at: now, memberNumber, detail: { login: loginId } })
    await notifyMember(deps, tx, loginId, 'login-disabled', now.toISOString())
  } else if (lockedUntil !== null && lockedUntil > now) {
    await notifyMember(deps, tx, loginId, 'login-locked', now.toISOString(), (language, timeZone) => [
      lockEndLine(lockedUntil, language, timeZone),
    ])
  }
}
