import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { offersNotifications } from '../../platform/notices/offers-notifications.ts'
import { notifyMembers } from '../../platform/notices/notify-account.ts'
import { accountNoticeOf } from './account-notice.ts'
import { listPowerChanges, upsertNotifiedOutage } from './due-notices.store.ts'

export const notifyOfPowerJob = job<Record<never, never>>('notifications.notify-of-power')

const pageSize = 200

/** Notifies members of each power outage and restoration in the outage system's copy, once for each change. */
export async function notifyOfPower(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !settings.Outage) return
  let after: string | undefined = ''
  while (after !== undefined) {
    const changes = await listPowerChanges(deps.db, after, pageSize)
    const now = deps.clock.now()
    if (changes.length > 0)
      await inTransaction(deps.db, async (tx) => {
        const noted = await upsertNotifiedOutage(tx, changes, now)
        const notices = changes
          .filter((change) => noted.has(change.accountNumber))
          .map(({ accountNumber, memberNumber, isOut }) => {
            const event = { topic: isOut ? 'outage' : 'restored' } as const
            return { memberNumber, accountNumber, ...accountNoticeOf(deps, accountNumber, event, now.toISOString()) }
          })
        await notifyMembers(tx, deps, notices)
      })
    after = changes.length < pageSize ? undefined : changes.at(-1)?.accountNumber
  }
}
