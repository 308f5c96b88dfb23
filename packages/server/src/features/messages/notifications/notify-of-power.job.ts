import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { notifyMembers } from '../../../platform/notices/notify-account.ts'
import { accountNoticeOf } from './account-notice.ts'
import { type PowerChange, scanForPowerChanges, upsertNotifiedOutage } from './due-notices.store.ts'
import { estimateNotice } from './estimate.messages.ts'
import { type EstimateChange, noteEstimates, scanForEstimateChanges } from './estimate-changes.store.ts'

export const notifyOfPowerJob = scheduledJob('notifications.notify-of-power', '*/3 * * * *', notifyOfPower)

/** Accounts of one transaction. */
const pageSize = 200

/**
 * Notifies members of each power outage and restoration in the outage system's copy, and of each new estimate, once for each change. Reads the accounts
 * that are out in bounded statements, so that a storm with hundreds of thousands of them stays within the database's limits.
 */
async function notifyOfPower(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !settings.Outage) return
  await failAfterLast(deps.log, async (take) => {
    for (const topic of ['outage', 'restored'] as const) {
      let after: string | null = ''
      while (after !== null) {
        const { changes, next } = await scanForPowerChanges(deps.db, topic, after)
        for (let from = 0; from < changes.length; from += pageSize)
          await take(changes.slice(from, from + pageSize), async (page) => notifyPage(deps, topic, page))
        after = next
      }
    }
    let after: string | null = ''
    while (after !== null) {
      const { changes, next } = await scanForEstimateChanges(deps.db, after, deps.clock.now())
      for (let from = 0; from < changes.length; from += pageSize)
        await take(changes.slice(from, from + pageSize), async (page) => notifyOfEstimates(deps, page))
      after = next
    }
  })
}

async function notifyOfEstimates(deps: Deps, changes: readonly EstimateChange[]): Promise<void> {
  const { settings, env, clock } = deps
  const { timeZone, coopName, taskLinks } = settings.current()
  const facts = { timeZone, coopName, now: clock.now(), address: env.PUBLIC_ORIGIN + paths.accountOverview() }
  await inTransaction(deps.db, async (tx) => {
    const noted = await noteEstimates(tx, changes, facts.now)
    const notices = changes
      .filter((change) => noted.has(change.accountNumber))
      .map((change) => ({
        ...change,
        topic: 'outage' as const,
        dedupeKey: `estimate:${change.accountNumber}:${facts.now.toISOString()}`,
        task: taskLinks ? ('see-outage' as const) : undefined,
        compose: (language: Language, taskLink?: string) => estimateNotice({ ...facts, ...change }, language, taskLink),
      }))
    await notifyMembers(deps, tx, notices)
  })
}

async function notifyPage(deps: Deps, topic: 'outage' | 'restored', changes: readonly PowerChange[]): Promise<void> {
  const now = deps.clock.now()
  const task = topic === 'outage' && deps.settings.current().taskLinks ? 'see-outage' : undefined
  await inTransaction(deps.db, async (tx) => {
    const noted = await upsertNotifiedOutage(tx, changes, now)
    const notices = changes
      .filter((change) => noted.has(change.accountNumber))
      .map(({ accountNumber, memberNumber }) => ({
        memberNumber,
        accountNumber,
        ...accountNoticeOf(deps, accountNumber, { topic }, now.toISOString(), task),
      }))
    await notifyMembers(deps, tx, notices)
  })
}
