import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { postOutside } from '../../../platform/outbound/post-outside.ts'
import { batchList, espiBase } from '../green-button/public.ts'
import { localDays, withVisibleUsage } from '../usage/public.ts'
import {
  type ChangedMeter,
  type ClaimedNotification,
  claimDueNotifications,
  deferNotifications,
  forgetNotifications,
  listChangedMeters,
  postponeNotifications,
  settleNotifications,
  takeOverLog,
} from './app-notifications.store.ts'

/** Notifies apps of new readings. */
export const notifyAppsJob = scheduledJob('connected-apps.notify-apps', '*/5 * * * *', notifyApps)

/** The rows of the log that one statement claims, well within its time limit. */
const mostLogRows = 2_000
/** Connections per claim, and so addresses per message. */
const mostClaimed = 500
/** A run that has more to do leaves it to the next one. */
const longestRunMs = 600_000
/** Minutes until the next attempt, by failed attempts. The last failure gives up. */
const retryMinutes = [5, 15, 60, 240, 720, 1_440, 2_880] as const
/** The milliseconds of a claim. They exceed the longest run, so no other process claims the same notifications. */
const claimedMs = 900_000
/** The milliseconds until the job checks again for new readings that a connection may not read. */
const deferredMs = 86_400_000

/** A claimed connection with the new readings that it may read now. */
interface Announced extends ClaimedNotification {
  readonly meters: readonly ChangedMeter[]
  /** The first day of the new readings. */
  readonly since: CalendarDate
}

/**
 * Notifies apps of new readings: one POST per app and claim, with an ESPI `BatchList` of the addresses of its connections that
 * have any. Runs beside other jobs, never inside them, and holds no transaction during a call. Continues until nothing is due or
 * ten minutes have passed. Takes the log over also while apps cannot read, so that it stays short.
 */
async function notifyApps(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const isOver = () => deps.clock.now().getTime() >= now.getTime() + longestRunMs
  for (let moved = mostLogRows; moved === mostLogRows && !isOver(); )
    moved = await inTransaction(deps.db, async (tx) => takeOverLog(tx, { now, limit: mostLogRows }))
  if (!deps.settings.current().connectEnabled) return
  const problems = new Map<string, string>()
  for (let claimed = mostClaimed; claimed === mostClaimed && !isOver(); )
    claimed = await notifyOnce(deps, now, problems)
}

/**
 * Claims and notifies once. An app that failed in this run is not called again: its connections only wait longer.
 *
 * @param problems why apps failed in this run, by client id.
 * @returns how many connections were claimed.
 */
async function notifyOnce(deps: Deps, now: Date, problems: Map<string, string>): Promise<number> {
  const until = new Date(deps.clock.now().getTime() + claimedMs)
  const claimed = await inTransaction(deps.db, async (tx) =>
    claimDueNotifications(tx, { now, until, limit: mostClaimed }),
  )
  const grantIds = claimed.map(({ grantId }) => grantId)
  // None while the usage of all of the connection's accounts is hidden or suspended.
  const changed = await withVisibleUsage(deps, null, await listChangedMeters(deps.db, grantIds))
  const byGrant = Map.groupBy(changed, ({ grantId }) => grantId)
  const ended: string[] = []
  const deferred: string[] = []
  const announced: Announced[] = []
  for (const one of claimed) {
    const meters = byGrant.get(one.grantId) ?? []
    const [since] = meters.map((meter) => meter.since).toSorted()
    if (one.state === 'ended') ended.push(one.grantId)
    else if (one.state === 'ready' && since !== undefined) announced.push({ ...one, meters, since })
    else deferred.push(one.grantId)
  }
  if (ended.length > 0) await forgetNotifications(deps.db, ended)
  if (deferred.length > 0)
    await deferNotifications(deps.db, deferred, new Date(deps.clock.now().getTime() + deferredMs))
  // A slow app delays no other one of this claim.
  const byApp = Map.groupBy(announced, ({ clientId }) => clientId)
  await Promise.all([...byApp.values()].map(async (all) => notifyApp(deps, all, problems)))
  return claimed.length
}

async function notifyApp(deps: Deps, all: readonly Announced[], problems: Map<string, string>): Promise<void> {
  const [first] = all
  if (first === undefined || first.notifyUri === null) return
  const app = first.clientId
  const problem = problems.get(app) ?? (await post(deps, first.notifyUri, all))
  const now = deps.clock.now()
  const retryAt = new Date(now.getTime() + deferredMs)
  if (problem === null) return settleNotifications(deps.db, all, { now, retryAt })
  problems.set(app, problem)
  const grantIds = all.map(({ grantId }) => grantId)
  const givenUp = await postponeNotifications(deps.db, grantIds, { error: problem, now, retryMinutes })
  if (givenUp.length > 0)
    deps.log.warn({ app, connections: givenUp, reason: problem }, 'Gave up notifying an app of connections')
}

/** @returns why the app did not take the notification, or `null`. */
async function post(deps: Deps, address: string, all: readonly Announced[]): Promise<string | null> {
  const days = localDays(deps.settings.current().timeZone)
  const addresses = all.map(({ grantId, since }) => {
    const min = new Date(days.ofDay(since).start).toISOString()
    return `${espiBase(deps)}/Batch/Subscription/${grantId}?published-min=${min}`
  })
  const message = { contentType: 'application/xml; charset=utf-8', body: batchList(addresses) }
  try {
    const { status } = await postOutside(address, message, deps.env)
    return status >= 200 && status < 300 ? null : `answered ${status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** A name with several addresses that all refuse gives an error without a message. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed'
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}
