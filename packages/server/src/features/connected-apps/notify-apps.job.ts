import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { postOutside } from '../../platform/outbound/post-outside.ts'
import { batchList, espiBase } from '../green-button/public.ts'
import { localDays } from '../usage/public.ts'
import {
  claimDueNotifications,
  type DueNotification,
  forgetEndedNotifications,
  postponeNotification,
  settleNotification,
} from './app-notifications.store.ts'
import { listReadableMeters } from './readable-meters.ts'

/** Notifies apps of new readings. */
export const notifyAppsJob = job<Record<never, never>>('connected-apps.notify-apps')

/** Connections per run; the next run continues with the rest. */
const mostPerRun = 500
/** Minutes until the next attempt, by failed attempts. The last failure gives up. */
const retryMinutes = [5, 15, 60, 240, 720, 1_440, 2_880] as const
/** Longer than a run: no other process takes what this one has claimed. */
const claimedMs = 900_000

/**
 * Notifies apps of new readings: one POST per app with an ESPI `BatchList` of the addresses of all of its connections that have
 * any. Runs beside other jobs, never inside them, and holds no transaction during a call. A connection that ends before the call
 * is left out.
 */
export async function notifyApps(deps: Deps): Promise<void> {
  if (!deps.settings.current().connectEnabled) return
  const now = deps.clock.now()
  await forgetEndedNotifications(deps.db, now)
  const until = new Date(now.getTime() + claimedMs)
  const claimed = await inTransaction(deps.db, async (tx) =>
    claimDueNotifications(tx, { now, until, limit: mostPerRun }),
  )
  const byApp = new Map<string, DueNotification[]>()
  for (const one of claimed) {
    // The usage of its accounts was hidden or suspended: there is nothing to read.
    if ((await listReadableMeters(deps, one)).length === 0) await settleNotification(deps.db, one, now)
    else byApp.set(one.clientId, [...(byApp.get(one.clientId) ?? []), one])
  }
  // A slow app delays no other one.
  await Promise.all([...byApp.values()].map(async (all) => notifyApp(deps, all)))
}

async function notifyApp(deps: Deps, all: readonly DueNotification[]): Promise<void> {
  const problem = await post(deps, all)
  const now = deps.clock.now()
  for (const one of all) {
    if (problem === null) {
      await settleNotification(deps.db, one, now)
      continue
    }
    const minutes = retryMinutes[one.attempts - 1]
    const retryAt = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
    await postponeNotification(deps.db, one.grantId, { retryAt, error: problem, now })
    if (retryAt === null)
      deps.log.warn({ app: one.clientId, connection: one.grantId, reason: problem }, 'Gave up notifying an app')
  }
}

/** @returns why the app did not take the notification, or `null`. */
async function post(deps: Deps, all: readonly DueNotification[]): Promise<string | null> {
  const [first] = all
  if (first === undefined) return null
  const days = localDays(deps.settings.current().timeZone)
  const addresses = all.map(({ grantId, since }) => {
    const min = new Date(days.ofDay(since).start).toISOString()
    return `${espiBase(deps)}/Batch/Subscription/${grantId}?published-min=${min}`
  })
  const message = { contentType: 'application/xml; charset=utf-8', body: batchList(addresses) }
  try {
    const status = await postOutside(first.notifyUri, message, deps.env)
    return status >= 200 && status < 300 ? null : `answered ${status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'failed'
  }
}
