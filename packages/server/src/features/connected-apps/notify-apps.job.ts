import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { postOutside } from '../../platform/outbound/post-outside.ts'
import { batchList, espiBase } from '../green-button/public.ts'
import { localDays } from '../usage/public.ts'
import {
  type ClaimedNotification,
  claimDueNotifications,
  deferNotifications,
  forgetNotifications,
  postponeNotifications,
  settleNotifications,
  takeOverLog,
} from './app-notifications.store.ts'
import { listReadableMeters } from './readable-meters.ts'

/** Notifies apps of new readings. */
export const notifyAppsJob = job<Record<never, never>>('connected-apps.notify-apps')

/** Rows of the log that one statement takes over: well within the time that a statement has. */
const mostTakenOver = 5_000
/** Connections per claim, and so addresses per message. */
const mostClaimed = 500
/** A run that has more to do leaves it to the next one. */
const longestRunMs = 600_000
/** Minutes until the next attempt, by failed attempts. The last failure gives up. */
const retryMinutes = [5, 15, 60, 240, 720, 1_440, 2_880] as const
/** Longer than anything between a claim and its end: no other process takes what this one has claimed. */
const claimedMs = 900_000
/** When to look again at a connection that nothing can be read of. */
const deferredMs = 86_400_000

/**
 * Notifies apps of new readings: one POST per app and claim, with an ESPI `BatchList` of the addresses of its connections that
 * have any. Runs beside other jobs, never inside them, and holds no transaction during a call. Continues until nothing is due or
 * ten minutes have passed. Takes the log over also while apps cannot read, so that it stays short.
 */
export async function notifyApps(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const isOver = () => deps.clock.now().getTime() >= now.getTime() + longestRunMs
  for (let taken = mostTakenOver; taken === mostTakenOver && !isOver(); )
    taken = await inTransaction(deps.db, async (tx) => takeOverLog(tx, { now, limit: mostTakenOver }))
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
  const ended: string[] = []
  const deferred: string[] = []
  const byApp = new Map<string, ClaimedNotification[]>()
  for (const one of claimed) {
    if (one.state === 'ended') ended.push(one.grantId)
    else if (await canBeRead(deps, one, problems)) byApp.set(one.clientId, [...(byApp.get(one.clientId) ?? []), one])
    else deferred.push(one.grantId)
  }
  if (ended.length > 0) await forgetNotifications(deps.db, ended)
  if (deferred.length > 0)
    await deferNotifications(deps.db, deferred, new Date(deps.clock.now().getTime() + deferredMs))
  // A slow app delays no other one of this claim.
  await Promise.all([...byApp.values()].map(async (all) => notifyApp(deps, all, problems)))
  return claimed.length
}

/** False while the login is disabled, and while the usage of all of its accounts is hidden or suspended. */
const canBeRead = async (
  deps: Deps,
  one: ClaimedNotification,
  problems: ReadonlyMap<string, string>,
): Promise<boolean> =>
  one.state === 'ready' && (problems.has(one.clientId) || (await listReadableMeters(deps, one)).length > 0)

async function notifyApp(
  deps: Deps,
  all: readonly ClaimedNotification[],
  problems: Map<string, string>,
): Promise<void> {
  const [first] = all
  if (first === undefined || first.notifyUri === null) return
  const app = first.clientId
  const problem = problems.get(app) ?? (await post(deps, first.notifyUri, all))
  const now = deps.clock.now()
  if (problem === null) return settleNotifications(deps.db, all, now)
  problems.set(app, problem)
  const grantIds = all.map(({ grantId }) => grantId)
  const givenUp = await postponeNotifications(deps.db, grantIds, { error: problem, now, retryMinutes })
  if (givenUp.length > 0)
    deps.log.warn({ app, connections: givenUp, reason: problem }, 'Gave up notifying an app of connections')
}

/** @returns why the app did not take the notification, or `null`. */
async function post(deps: Deps, address: string, all: readonly ClaimedNotification[]): Promise<string | null> {
  const days = localDays(deps.settings.current().timeZone)
  const addresses = all.map(({ grantId, since }) => {
    const min = new Date(days.ofDay(since).start).toISOString()
    return `${espiBase(deps)}/Batch/Subscription/${grantId}?published-min=${min}`
  })
  const message = { contentType: 'application/xml; charset=utf-8', body: batchList(addresses) }
  try {
    const status = await postOutside(address, message, deps.env)
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
