import { paths } from '@coopline/contract/paths'
import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { type BillNews, billNews, billNewsDays, dueSoonDays } from '@coopline/rules/notifications/bill-news'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { insertToldFact } from '../../platform/notices/notice.store.ts'
import { offersNotifications } from '../../platform/notices/offers-notifications.ts'
import { tellAccount } from '../../platform/notices/tell-account.ts'
import { findAccount } from '../accounts/public.ts'
import { type Candidate, listCandidates } from './due-notices.store.ts'
import { type AccountNews, accountNotice } from './topic.messages.ts'

/** Looks at the cooperative's copy: each import is noticed at the next full hour of the day. */
export const tellOfBillsJob = job<Record<never, never>>('notifications.tell-of-bills')

const pageSize = 200
/** Nobody is told of a bill at night, where the cooperative is. */
const [firstHour, lastHour] = [8, 20] as const

/** Tells of new bills, of what is due soon and of what is past due: each fact once, whether or not somebody wants to know. */
export async function tellOfBills(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings) || !isDaytime(settings.timeZone, deps.clock.now())) return
  const today = calendarDateIn(settings.timeZone, deps.clock.now())
  const span = { today, newSince: addDays(today, -billNewsDays), dueUntil: addDays(today, dueSoonDays) }
  let after = ''
  for (;;) {
    const page = await listCandidates(deps.db, span, after, pageSize)
    for (const candidate of page) await tellOf(deps, candidate, today)
    after = page.at(-1)?.accountNumber ?? after
    if (page.length < pageSize) return
  }
}

async function tellOf(
  deps: Deps,
  { accountNumber, memberNumber, bill, hasAutopay }: Candidate,
  today: ReturnType<typeof calendarDateIn>,
): Promise<void> {
  const account = await findAccount(deps.db, memberNumber, accountNumber)
  if (account === undefined) return
  const { balance, pastDue, dueDate } = account
  for (const news of billNews({ bill, balance, pastDue, dueDate, hasAutopay }, today))
    await tellOnce(deps, accountNumber, news)
}

async function tellOnce(deps: Deps, accountNumber: string, news: BillNews): Promise<void> {
  const { topic, fact } = news
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertToldFact(tx, { accountNumber, topic, fact, now: deps.clock.now() }))) return
    await tellAccount(tx, deps, accountNumber, noticeOf(deps, accountNumber, news, fact))
  })
}

/** A notice about an account, with the link to it. @param fact sets this time apart from others of the topic. */
export const noticeOf = (
  { env, settings }: Pick<Deps, 'env' | 'settings'>,
  accountNumber: string,
  news: AccountNews,
  fact: string,
) => ({
  topic: news.topic,
  occasion: `${news.topic}:${accountNumber}:${fact}`,
  compose: (language: 'en' | 'es') =>
    accountNotice(
      news,
      {
        accountNumber,
        coopName: settings.current().coopName,
        address: `${env.PUBLIC_ORIGIN}${news.topic === 'outage' || news.topic === 'restored' ? paths.outageStatus() : paths.accountOverview()}`,
      },
      language,
    ),
})

function isDaytime(timeZone: string, now: Date): boolean {
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
  return hour >= firstHour && hour < lastHour
}
