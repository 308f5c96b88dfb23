import { addDays, isBefore } from '@coopline/rules/kernel/calendar-date'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import { zeroCents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ItemOutcome, type RunSource, settleEach } from '../../../platform/runs/run-source.ts'
import { todayOf } from '../../../platform/today.ts'
import { findStoredCharge } from '../payments/public.ts'
import { chargeWhenDue } from './charge-when-due.ts'
import { notifyNotMade } from './notify-not-made.ts'
import { arrangementEndedText } from './scheduled-notice.messages.ts'
import {
  endScheduled,
  findRestOfArrangement,
  findScheduled,
  listDueScheduled,
  type Scheduled,
} from './scheduled-payments.store.ts'

/**
 * Scheduled payments, charged once to their stored method on their day. They charge the amounts that the member set, or the amount still
 * owed when that is less. A payment that no run reached in time, for example while the cooperative did not offer scheduled payments, is
 * not made, and its member is notified.
 */
export const scheduledSource: RunSource = {
  name: 'scheduled',
  listDue: async ({ db, settings }, { runDate }, page) => {
    const isOffered = settings.current().allowFutureDatedPayments
    const due = await listDueScheduled(db, isOffered ? runDate : addDays(runDate, -lookBackDays - 1), page)
    const last = due.length < page.limit ? undefined : due.at(-1)
    return {
      due: due.map(({ transNo, paymentDate, memberNumber, items }) => ({
        kind: 'scheduled',
        enrollmentId: transNo,
        dueDate: paymentDate,
        accountNumber: items[0]?.accountNumber ?? '',
        memberNumber,
      })),
      next: last && `${last.paymentDate} ${last.transNo}`,
    }
  },
  settle: settleEach(async (deps, tx, { enrollmentId, memberNumber }) => {
    const now = deps.clock.now()
    const scheduled = await endScheduled(tx, { transNo: enrollmentId, memberNumber }, now)
    if (scheduled === undefined) return { state: 'skipped', reason: 'removed' }
    return decide(deps, tx, scheduled)
  }),
  finish: async (deps, { enrollmentId }) => {
    const scheduled = await findScheduled(deps.db, enrollmentId)
    if (scheduled === undefined) return { state: 'skipped', reason: 'removed' }
    const { transNo: idempotencyKey, memberNumber, paymentDate } = scheduled
    const decided = await inTransaction(deps.db, async (tx): Promise<ItemOutcome | null> => {
      // A charge that may have been sent is completed. Any other payment is decided again, because days may have passed.
      const sent = await findStoredCharge(tx, { memberNumber, reason: 'scheduled', idempotencyKey })
      if (sent !== undefined) return null
      const outcome = await decide(deps, tx, scheduled)
      return outcome.state === 'pending' && deps.settings.current().allowFutureDatedPayments ? null : outcome
    })
    if (decided !== null) return decided
    const items = scheduled.items.map((one) => ({ accountNumber: one.accountNumber, amountCents: one.amount }))
    const charge = {
      ...scheduled,
      items,
      idempotencyKey,
      reason: 'scheduled',
      atMost: async (tx: Tx) => findRestOfArrangement(tx, idempotencyKey),
      agreedFees: scheduled.feeTerms,
    } as const
    return chargeWhenDue(deps, charge, paymentDate)
  },
}

/**
 * Decides whether a payment is still made. Notifies its member when its day is too far in the past, or when its arrangement has ended.
 */
async function decide(deps: Deps, tx: Tx, scheduled: Scheduled): Promise<ItemOutcome> {
  const accountNumber = scheduled.items[0]?.accountNumber ?? ''
  if ((await findRestOfArrangement(tx, scheduled.transNo)) === zeroCents) {
    // All parts of the arrangement share this key, so that the member gets one notice.
    const key = `arrangement:${scheduled.arrangementEvent ?? scheduled.transNo}`
    await notifyNotMade(deps, tx, { ...scheduled, accountNumber, key }, arrangementEndedText)
    return { state: 'skipped', reason: 'arrangement-ended' }
  }
  const oldest = addDays(todayOf(deps), -lookBackDays)
  if (!isBefore(scheduled.paymentDate, oldest)) return { state: 'pending', amount: scheduled.amount }
  await notifyNotMade(deps, tx, { ...scheduled, accountNumber, key: `scheduled:${scheduled.transNo}` })
  return { state: 'skipped', reason: 'missed' }
}
