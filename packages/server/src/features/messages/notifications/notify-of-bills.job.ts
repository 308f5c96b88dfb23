import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { zeroCents } from '@coopline/rules/kernel/money'
import {
  type BilledAccount,
  listBillEvents,
  newBillDays,
  dueSoonDays,
} from '@coopline/rules/messages/notifications/bill-events'
import { hourIn } from '@coopline/rules/paying/runs/banking-days'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { insertSentNotices } from '../../../platform/notices/notice.store.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { notifyMembers } from '../../../platform/notices/notify-account.ts'
import { todayOf } from '../../../platform/today.ts'
import type { Account } from '../../accounts/accounts/public.ts'
import { listDeferred, listDeferredOn, methodSettings } from '../../paying/payments/public.ts'
import { isPayableByLink } from '../../paying/task-links/public.ts'
import { accountNoticeOf } from './account-notice.ts'
import { listBilledAccounts, type Position, scanForNotices, type Span } from './due-notices.store.ts'

/** Looks at the cooperative's copy: the next full hour of the day sees each import. */
export const notifyOfBillsJob = scheduledJob('notifications.notify-of-bills', '10 * * * *', notifyOfBills)

/** Accounts of one transaction. */
const pageSize = 200
/** No member gets a bill notice at night, in the cooperative's time zone. */
const [firstHour, lastHour] = [8, 20] as const

/**
 * Notifies members of new bills, of what is due soon and of what is past due: each fact once, whether or not the member wants
 * to know. Reads only what is new or due, in bounded statements, so that a run with nothing to send is short.
 */
async function notifyOfBills(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !isDaytime(settings.timeZone, deps.clock.now())) return
  const today = todayOf(deps)
  const span = {
    today,
    newSince: addDays(today, -newBillDays),
    dueUntil: addDays(today, dueSoonDays),
    isAutopayOffered: settings.Autopay,
    timeZone: settings.timeZone,
  }
  await failAfterLast(deps.log, async (take) => {
    for (const topic of ['bill-ready', 'due-soon', 'past-due'] as const) {
      let after: Position | null = { day: '', accountNumber: '' }
      while (after !== null) {
        const { accountNumbers, next } = await scanForNotices(deps.db, topic, span, after)
        for (let from = 0; from < accountNumbers.length; from += pageSize)
          await take(accountNumbers.slice(from, from + pageSize), async (page) => notifyPage(deps, page, span))
        after = next
      }
    }
  })
}

async function notifyPage(deps: Deps, accountNumbers: readonly string[], span: Span): Promise<void> {
  const { today } = span
  const billed = await listBilledAccounts(deps.db, accountNumbers, span)
  const deferred = await listArranged(deps, billed, today)
  const facts = billed.flatMap(({ account, ...own }) => {
    const { accountNumber, memberNumber } = account
    const { hasAutopay } = own
    const arranged = deferred.get(accountNumber)
    return listBillEvents({ ...account, ...own, ...(arranged && { deferred: arranged }) }, today).map((event) => ({
      memberNumber,
      accountNumber,
      topic: event.topic,
      dedupeKey: event.fact,
      event,
      // AutoPay pays a new bill: a link would invite the member to pay it twice.
      task:
        event.topic === 'past-due' || (event.topic === 'bill-ready' && event.amount > 0 && !hasAutopay)
          ? payTask(deps, account)
          : undefined,
    }))
  })
  if (facts.length === 0) return
  await inTransaction(deps.db, async (tx) => {
    const isNew = await insertSentNotices(tx, facts, deps.clock.now())
    const notices = facts.filter(isNew).map(({ memberNumber, accountNumber, event, dedupeKey, task }) => ({
      memberNumber,
      accountNumber,
      ...accountNoticeOf(deps, accountNumber, event, dedupeKey, task),
    }))
    await notifyMembers(deps, tx, notices)
  })
}

/**
 * Loads the amounts that payment arrangements defer, in cents by account number. Accounts without an arrangement are
 * absent.
 */
async function listArranged(
  { db }: Deps,
  billed: readonly { readonly account: Account }[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, NonNullable<BilledAccount['deferred']>>> {
  const accounts = billed.map(({ account }) => account)
  const pastToday = await listDeferred(
    db,
    accounts.map(({ accountNumber }) => accountNumber),
    today,
  )
  const due = accounts.filter(({ accountNumber }) => pastToday.has(accountNumber))
  const pastDueDate = await listDeferredOn(
    db,
    due.map(({ accountNumber, dueDate }) => ({ accountNumber, dueOn: dueDate ?? today })),
  )
  return new Map(
    [...pastToday].map(([accountNumber, amount]) => [
      accountNumber,
      { pastToday: amount, pastDueDate: pastDueDate.get(accountNumber) ?? zeroCents },
    ]),
  )
}

const payTask = (deps: Deps, account: Account) =>
  isPayableByLink(account, methodSettings(deps)) ? ('pay-bill' as const) : undefined

/** True when non-urgent notices may go out: daytime in the cooperative's time zone. */
export function isDaytime(timeZone: string, now: Date): boolean {
  const hour = hourIn(timeZone, now)
  return hour >= firstHour && hour < lastHour
}
