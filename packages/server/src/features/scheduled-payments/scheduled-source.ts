import { type RunSource, settleEach } from '../../platform/runs/run-source.ts'
import { chargeWhenDue } from './charge-when-due.ts'
import { endScheduled, findScheduled, listDueScheduled } from './scheduled-payments.store.ts'

/** Scheduled payments: charged to their stored method on their day, once, with the amounts that the member set. */
export const scheduledSource: RunSource = {
  name: 'scheduled',
  listDue: async ({ db, settings }, { runDate }, page) => {
    if (!settings.current().allowFutureDatedPayments) return { due: [], next: undefined }
    const due = await listDueScheduled(db, runDate, page)
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
  settle: settleEach(async (tx, { clock }, { enrollmentId, memberNumber }) => {
    const scheduled = await endScheduled(tx, { transNo: enrollmentId, memberNumber }, clock.now())
    return scheduled === undefined
      ? { state: 'skipped', reason: 'removed' }
      : { state: 'pending', amount: scheduled.amount }
  }),
  finish: async (deps, { enrollmentId }) => {
    const scheduled = await findScheduled(deps.db, enrollmentId)
    if (scheduled === undefined) return { state: 'skipped', reason: 'removed' }
    const { transNo: idempotencyKey, paymentDate } = scheduled
    const items = scheduled.items.map((one) => ({ accountNumber: one.accountNumber, amountCents: one.amount }))
    return chargeWhenDue(deps, { ...scheduled, items, idempotencyKey, reason: 'scheduled' }, paymentDate)
  },
}
