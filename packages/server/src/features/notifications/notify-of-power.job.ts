import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { offersNotifications } from '../../platform/notices/offers-notifications.ts'
import { notifyMembers } from '../../platform/notices/notify-account.ts'
import { accountNoticeOf } from './account-notice.ts'
import { type PowerChange, scanForPowerChanges, upsertNotifiedOutage } from './due-notices.store.ts'

export const notifyOfPowerJob = job<Record<never, never>>('notifications.notify-of-power')

/** Accounts of one transaction. */
const pageSize = 200

/**
 * Notifies members of each power outage and restoration in the outage system's copy, once for each change. Reads the accounts
 * that are out in bounded statements, so that a storm with hundreds of thousands of them stays within the database's limits.
 */
export async function notifyOfPower(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !settings.Outage) return
  for (const topic of ['outage', 'restored'] as const) {
    let after: string | null = ''
    while (after !== null) {
      const { changes, next } = await scanForPowerChanges(deps.db, topic, after)
      for (let from = 0; from < changes.length; from += pageSize)
        await notifyPage(deps, topic, changes.slice(from, from + pageSize))
      after = next
    }
  }
}

async function notifyPage(deps: Deps, topic: 'outage' | 'restored', changes: readonly PowerChange[]): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const noted = await upsertNotifiedOutage(tx, changes, now)
    const notices = changes
      .filter((change) => noted.has(change.accountNumber))
      .map(({ accountNumber, memberNumber }) => ({
        memberNumber,
        accountNumber,
        ...accountNoticeOf(deps, accountNumber, { topic }, now.toISOString()),
      }))
    await notifyMembers(tx, deps, notices)
  })
}
