import { paths } from '@coopline/contract/paths'
import { billedUse, projectBill } from '@coopline/rules/usage/insights/projected-bill'
import { baseLoadDoubledSince, continuousFlowSince } from '@coopline/rules/usage/insights/readings'
import { addDays, type CalendarDate, isBefore } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { insertSentNotices } from '../../../platform/notices/notice.store.ts'
import { type AccountOfMember, notifyMembers } from '../../../platform/notices/notify-account.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { todayOf } from '../../../platform/today.ts'
import { isDaytime } from '../../messages/notifications/public.ts'
import { isEnergy, isWater, listIntervalMeters, loadDailyEnergy, loadIntervals } from './account-readings.ts'
import { findBillHistory } from './bill-history.store.ts'
import { type AlertCause, alertNotice } from './usage-alert.messages.ts'
import { type AlertedAccount, noteEvaluated, scanForNewReadings } from './usage-alerts.store.ts'

/** Evaluates usage alerts for accounts with new readings. */
export const evaluateAlertsJob = scheduledJob('insights.evaluate-alerts', '*/20 * * * *', evaluateAlerts)

/** Accounts per transaction. */
const pageSize = 100
/** Accounts per run; the next run continues with the rest. At 36 runs a day, that covers more than a million accounts. */
const maxPerRun = 30_000
/** Maximum age of a reading that can trigger an alert, in days before the newest one. */
const newDays = 7

const topic = 'usage-threshold'

/**
 * Sends usage alerts, once per cause. A cause also counts as sent when the member had snoozed alerts or turned off every channel.
 * Reads only accounts with readings newer than their last evaluation, in bounded statements.
 */
async function evaluateAlerts(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !isDaytime(settings.timeZone, deps.clock.now())) return
  const today = todayOf(deps)
  await failAfterLast(deps.log, async (take) => {
    let [after, left]: [string | null, number] = ['', maxPerRun]
    while (after !== null && left > 0) {
      const { accounts, next } = await scanForNewReadings(deps.db, today, after)
      const taken = accounts.slice(0, left)
      for (let from = 0; from < taken.length; from += pageSize)
        await take(taken.slice(from, from + pageSize), async (page) => evaluatePage(deps, page, today))
      left -= taken.length
      after = next
    }
  })
}

interface Fact extends AccountOfMember {
  readonly topic: typeof topic
  readonly dedupeKey: string
  readonly cause: AlertCause
}

async function evaluatePage(deps: Deps, accounts: readonly AlertedAccount[], today: CalendarDate): Promise<void> {
  const facts: Fact[] = []
  for (const account of accounts) {
    const causes = isSnoozed(account, today) ? [] : await listCauses(deps.db, account)
    for (const cause of causes) {
      const { accountNumber, memberNumber } = account
      facts.push({ accountNumber, memberNumber, topic, dedupeKey: keyOf(cause), cause })
    }
  }
  const { coopName } = deps.settings.current()
  await inTransaction(deps.db, async (tx) => {
    await noteEvaluated(tx, accounts)
    if (facts.length === 0) return
    const isNew = await insertSentNotices(tx, facts, deps.clock.now())
    const notices = facts.filter(isNew).map(({ cause, accountNumber, dedupeKey, ...fact }) => ({
      ...fact,
      accountNumber,
      dedupeKey: `${topic}:${accountNumber}:${dedupeKey}`,
      compose: (language: 'en' | 'es') =>
        alertNotice(
          cause,
          {
            accountNumber,
            coopName,
            address: deps.env.PUBLIC_ORIGIN + paths.manageNotifications({ accountno: accountNumber }),
          },
          language,
        ),
    }))
    await notifyMembers(deps, tx, notices)
  })
}

const isSnoozed = ({ snoozedUntil }: AlertedAccount, today: CalendarDate): boolean =>
  snoozedUntil !== null && !isBefore(snoozedUntil, today)

/** The dedupe key of a cause within an account: a day, a billing period, or the day something began. */
function keyOf(cause: AlertCause): string {
  if (cause.kind === 'daily-usage') return `${cause.kind}:${cause.day}`
  return `${cause.kind}:${cause.kind === 'projected-bill' ? cause.from : cause.since}`
}

async function listCauses(executor: Executor, account: AlertedAccount): Promise<readonly AlertCause[]> {
  const lists = [
    account.dailyKwh === null ? [] : await dailyCauses(executor, account, account.dailyKwh),
    account.projectedBillCents === null ? [] : await billCauses(executor, account, account.projectedBillCents),
    account.continuousWater ? await waterCauses(executor, account) : [],
    account.baseLoadDoubled ? await baseLoadCauses(executor, account) : [],
  ]
  return lists.flat()
}

async function dailyCauses(
  executor: Executor,
  { accountNumber, evaluatedThrough, through }: AlertedAccount,
  limitKwh: number,
): Promise<readonly AlertCause[]> {
  // The first evaluation covers only the newest day, so that a new limit does not alert about the past.
  const next = evaluatedThrough === null ? through : addDays(evaluatedThrough, 1)
  const oldest = addDays(through, 1 - newDays)
  const from = isBefore(next, oldest) ? oldest : next
  const { used: use } = await loadDailyEnergy(executor, { accountNumber, from, to: through })
  return [...use].flatMap(([day, used]) =>
    used > limitKwh * 1_000 ? [{ kind: 'daily-usage', day, used, limitKwh } as const] : [],
  )
}

async function billCauses(executor: Executor, account: AlertedAccount, limit: number): Promise<readonly AlertCause[]> {
  const projected = await loadProjectedBill(executor, account)
  if (projected === null || projected.amount <= limit) return []
  const { from, amount, low, high } = projected
  return [{ kind: 'projected-bill', from, amount, low, high, limit: cents(limit) }]
}

/** Days of readings for a projection and its back-test: two years plus one period. */
const projectionDays = 800

/** Projects an account's next bill from its readings through a day. */
async function loadProjectedBill(
  executor: Executor,
  { accountNumber, memberNumber, through }: Pick<AlertedAccount, 'accountNumber' | 'memberNumber' | 'through'>,
) {
  const history = await findBillHistory(executor, { memberNumber, accountNumber }, through)
  if (history === undefined || history.bills.length === 0) return null
  const energy = await loadDailyEnergy(executor, {
    accountNumber,
    from: addDays(through, -projectionDays),
    to: through,
  })
  return projectBill(history.bills, billedUse(history.bills, energy), through)
}

/** Days of intervals to check; longer than a typical absence. */
const flowDays = 32

async function waterCauses(
  executor: Executor,
  { accountNumber, accountType, through }: AlertedAccount,
): Promise<readonly AlertCause[]> {
  const causes: AlertCause[] = []
  for (const meterNumber of await listIntervalMeters(executor, accountNumber, (meter) => isWater(meter, accountType))) {
    const days = await loadIntervals(executor, { accountNumber, meterNumber }, { to: through, count: flowDays })
    const since = continuousFlowSince(days)
    // When the flow began before these readings, alert once a month and use the first of the month as its start.
    const first = days[0]?.day
    if (since !== null)
      causes.push({ kind: 'continuous-water', since: since === first ? firstOfMonth(through) : since })
  }
  return causes
}

const firstOfMonth = (day: CalendarDate): CalendarDate => addDays(day, 1 - Number(day.slice(8)))

const baseLoadDays = 72

async function baseLoadCauses(
  executor: Executor,
  { accountNumber, through }: AlertedAccount,
): Promise<readonly AlertCause[]> {
  const causes: AlertCause[] = []
  for (const meterNumber of await listIntervalMeters(executor, accountNumber, isEnergy)) {
    const days = await loadIntervals(executor, { accountNumber, meterNumber }, { to: through, count: baseLoadDays })
    const since = baseLoadDoubledSince(days, through)
    if (since !== null) causes.push({ kind: 'base-load', since })
  }
  return causes
}
