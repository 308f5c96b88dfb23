import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { offersNotifications } from '../../platform/notices/offers-notifications.ts'
import { tellAccount } from '../../platform/notices/tell-account.ts'
import { listPowerChanges, noteToldPower } from './due-notices.store.ts'
import { noticeOf } from './tell-of-bills.job.ts'

export const tellOfPowerJob = job<Record<never, never>>('notifications.tell-of-power')

const pageSize = 200

/** Tells of outages that began and ended, as the outage system's copy says: each change once. */
export async function tellOfPower(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !settings.Outage) return
  for (;;) {
    const changes = await listPowerChanges(deps.db, pageSize)
    for (const { accountNumber, isOut } of changes) {
      const now = deps.clock.now()
      await inTransaction(deps.db, async (tx) => {
        if (!(await noteToldPower(tx, accountNumber, isOut, now))) return
        const news = { topic: isOut ? 'outage' : 'restored' } as const
        await tellAccount(tx, deps, accountNumber, noticeOf(deps, accountNumber, news, now.toISOString()))
      })
    }
    if (changes.length < pageSize) return
  }
}
