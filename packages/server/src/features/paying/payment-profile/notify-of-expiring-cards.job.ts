import { paths } from '@coopline/contract/paths'
import { addDays, calendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { insertSentNotices } from '../../../platform/notices/notice.store.ts'
import { notifyMembers } from '../../../platform/notices/notify-account.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { todayOf } from '../../../platform/today.ts'
import { storableKinds } from '../payments/public.ts'
import { expiringCardText } from './expiring-card.messages.ts'
import { type ExpiringCard, listExpiringCards } from './expiring-cards.store.ts'

export const notifyOfExpiringCardsJob = scheduledJob(
  'payment-profile.notify-of-expiring-cards',
  '40 15 * * *',
  notifyOfExpiringCards,
)

/** The numbers of days before the expiration at which members are notified, once each. */
const daysAhead = [30, 7] as const
/** Maximum cards per transaction. */
const windowSize = 500

/**
 * Notifies members of cards that expire within 30 days and within 7 days, once each, even when the job missed a day. Reads the cards of
 * a month in windows.
 *
 * @internal
 */
export async function notifyOfExpiringCards(deps: Deps): Promise<void> {
  const settings = deps.settings.current()
  if (!offersNotifications(settings)) return
  const today = todayOf(deps)
  await failAfterLast(deps.log, async (take) => {
    // Cards of later months expire in more than 30 days.
    for (const month of new Set([today.slice(0, 7), addDays(today, 30).slice(0, 7)])) {
      const left = daysBetween(today, lastDayOf(month))
      const due = daysAhead.findLast((days) => left <= days)
      if (due === undefined || left < 0) continue
      let after: string | undefined = ''
      while (after !== undefined) {
        const cards: readonly ExpiringCard[] = await listExpiringCards(deps.db, month, after, windowSize)
        if (cards.length > 0) await take(cards, async (some) => notifyOwners(deps, month, due, some))
        after = cards.length < windowSize ? undefined : cards.at(-1)?.methodId
      }
    }
  })
}

async function notifyOwners(deps: Deps, month: string, days: number, cards: readonly ExpiringCard[]): Promise<void> {
  const facts = cards.map((card) => ({
    card,
    memberNumber: card.memberNumber,
    accountNumber: card.accountNumber,
    topic: 'card-expiring' as const,
    dedupeKey: `card-expiring:${card.methodId}:${month}:${days}`,
  }))
  await inTransaction(deps.db, async (tx) => {
    const isNew = await insertSentNotices(tx, facts, deps.clock.now())
    const address = deps.env.PUBLIC_ORIGIN + paths.paymentProfile()
    const canStore = storableKinds(deps).includes('cc')
    const { coopName } = deps.settings.current()
    await notifyMembers(
      deps,
      tx,
      facts.filter(isNew).map(({ card, ...notice }) => ({
        ...notice,
        compose: (language) =>
          expiringCardText(
            {
              card: storedMethodName({ ...card, paymentType: 'cc' }, language),
              lastDay: lastDayOf(month),
              coopName,
              address,
              canStore,
            },
            language,
          ),
      })),
    )
  })
}

/** @param month `yyyy-MM`. */
function lastDayOf(month: string) {
  const nextMonth = addDays(calendarDate(`${month}-28`), 4).slice(0, 7)
  return addDays(calendarDate(`${nextMonth}-01`), -1)
}
