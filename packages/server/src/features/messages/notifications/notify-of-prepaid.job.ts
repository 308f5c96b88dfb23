import { paths } from '@coopline/contract/paths'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { addDays, type CalendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import {
  dailyCostOf,
  defaultThresholds,
  evaluatePrepaid,
  type PrepaidEvent,
  type PrepaidThresholds,
} from '@coopline/rules/messages/notifications/prepaid'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { notifyMembers } from '../../../platform/notices/notify-account.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { sumDailyCharges } from '../../usage/usage/public.ts'
import { isDaytime } from './notify-of-bills.job.ts'
import { prepaidNotice } from './prepaid.messages.ts'
import {
  type ChangedPrepaid,
  listPrepaidStatements,
  noteEvaluatedPrepaid,
  scanForPrepaid,
} from './prepaid-notices.store.ts'

/** Compares prepaid accounts with what their members know. */
export const notifyOfPrepaidJob = scheduledJob('notifications.notify-of-prepaid', '*/15 * * * *', notifyOfPrepaid)

/** Accounts of one transaction. */
const pageSize = 200
/** Days whose charges make the cost of a day. */
const averagedDays = 30
/** The fewest days with a charge from which the cost of a day is computed. */
const leastDays = 3
/** Age of the newest statement that still says what a day costs. */
const statementDays = 100

/**
 * Notifies members of prepaid accounts of a low balance, a pending disconnection and a reconnection, each once. At night it
 * notifies of reconnections only. It evaluates accounts that changed since their last evaluation and each account once a day, in
 * bounded statements.
 */
async function notifyOfPrepaid(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings)) return
  const now = deps.clock.now()
  const today = calendarDateIn(settings.timeZone, now)
  const onlyReconnected = !isDaytime(settings.timeZone, now)
  await failAfterLast(deps.log, async (take) => {
    let after: string | null = ''
    while (after !== null) {
      const { changed, next } = await scanForPrepaid(deps.db, { today, after, onlyReconnected })
      for (let from = 0; from < changed.length; from += pageSize)
        await take(changed.slice(from, from + pageSize), async (page) => notifyPage(deps, page, today))
      after = next
    }
  })
}

async function notifyPage(deps: Deps, accounts: readonly ChangedPrepaid[], today: CalendarDate): Promise<void> {
  const costs = await listDailyCosts(
    deps.db,
    accounts.map(({ accountNumber }) => accountNumber),
    today,
  )
  const defaults = thresholdsOf(deps.settings.current())
  const evaluated = accounts.map(({ thresholds, ...account }) => {
    const dailyCost = costs.get(account.accountNumber) ?? null
    return { ...account, ...evaluatePrepaid({ ...account, dailyCost }, thresholds ?? defaults, account.noted, today) }
  })
  await inTransaction(deps.db, async (tx) => {
    const isNew = await noteEvaluatedPrepaid(tx, evaluated, { today, now: deps.clock.now() })
    const notices = evaluated.flatMap(({ event, accountNumber, memberNumber, revision }) =>
      event !== null && isNew.has(accountNumber)
        ? [{ memberNumber, accountNumber, ...noticeOf(deps, accountNumber, event, `${today}:${revision}`) }]
        : [],
    )
    await notifyMembers(deps, tx, notices)
  })
}

/** The thresholds of members who chose none. */
export const thresholdsOf = (settings: Settings): PrepaidThresholds =>
  defaultThresholds(settings.prepaidWarningDays, settings.prepaidWarningAmount)

const noticeOf = ({ env, settings }: Deps, accountNumber: string, event: PrepaidEvent, key: string) => ({
  topic: event.topic,
  dedupeKey: `${event.topic}:${accountNumber}:${key}`,
  compose: (language: Language) =>
    prepaidNotice(
      event,
      {
        accountNumber,
        coopName: settings.current().coopName,
        payAddress: env.PUBLIC_ORIGIN + paths.payMultiple({ accountno: accountNumber }),
        chooseAddress: env.PUBLIC_ORIGIN + paths.manageNotifications({ accountno: accountNumber }),
      },
      language,
    ),
})

/** The cost of a day by account, from the daily charges of the last 30 days or else from the newest prepaid statement. */
async function listDailyCosts(
  executor: Executor,
  accountNumbers: readonly string[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, Cents>> {
  const charges = await sumDailyCharges(executor, accountNumbers, {
    from: addDays(today, -averagedDays),
    to: addDays(today, -1),
  })
  const isTypical = (accountNumber: string) => (charges.get(accountNumber)?.days ?? 0) >= leastDays
  const others = accountNumbers.filter((accountNumber) => !isTypical(accountNumber))
  const statements =
    others.length === 0
      ? new Map<string, never>()
      : await listPrepaidStatements(executor, others, addDays(today, -statementDays))
  return new Map(
    accountNumbers.flatMap((accountNumber) => {
      const used = isTypical(accountNumber) ? charges.get(accountNumber) : statements.get(accountNumber)
      const cost = used === undefined ? null : dailyCostOf(used)
      return cost === null ? [] : [[accountNumber, cost] as const]
    }),
  )
}
