import { Conflict, NotOwned, RuleRefused } from '../../platform/errors.ts'
import type { RunSource } from '../../platform/runs/run-source.ts'
import { chargeStoredMethod } from '../payments/public.ts'
import { notifyNotMade } from './notify-not-made.ts'
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
  settle: async (tx, { clock }, { enrollmentId, memberNumber }) => {
    const scheduled = await endScheduled(tx, { transNo: enrollmentId, memberNumber }, clock.now())
    return scheduled === undefined
      ? { state: 'skipped', reason: 'removed' }
      : { state: 'pending', amount: scheduled.amount }
  },
  finish: async (deps, { enrollmentId }) => {
    const scheduled = await findScheduled(deps.db, enrollmentId)
    if (scheduled === undefined) return { state: 'skipped', reason: 'removed' }
    const { transNo: idempotencyKey, amount } = scheduled
    const items = scheduled.items.map((one) => ({ accountNumber: one.accountNumber, amountCents: one.amount }))
    try {
      const { transNo, outcome } = await chargeStoredMethod(deps, {
        ...scheduled,
        items,
        idempotencyKey,
        reason: 'scheduled',
      })
      if (outcome === 'processing') return { state: 'pending', amount, transNo }
      // The core of payments notifies the member of what the provider says, as of any payment.
      return outcome === 'confirmed'
        ? { state: 'booked', amount, transNo }
        : { state: 'failed', reason: outcome, amount, transNo }
    } catch (error) {
      if (!(error instanceof RuleRefused || error instanceof NotOwned || error instanceof Conflict)) throw error
      const sentence = error instanceof RuleRefused ? (error.errors[0]?.message ?? '') : ''
      const { memberNumber, paymentDate, language } = scheduled
      const accountNumber = items[0]?.accountNumber ?? ''
      const notMade = { memberNumber, accountNumber, amount, paymentDate, key: `scheduled:${idempotencyKey}`, language }
      await notifyNotMade(deps, notMade, sentence)
      return { state: 'failed', reason: error instanceof RuleRefused ? 'refused' : 'not-chargeable', amount }
    }
  },
}
