import { paths } from '@coopline/contract/paths'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { Conflict, NotOwned, RuleRefused } from '../../platform/errors.ts'
import { notifyAccount } from '../../platform/notices/notify-account.ts'
import { insertMailOnFile } from '../accounts/public.ts'
import { chargeStoredMethod } from '../payments/public.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RunSource } from '../../platform/runs/run-source.ts'
import { notMadeText } from './scheduled-notice.messages.ts'
import { endScheduled, findScheduled, listDueScheduled, type Scheduled } from './scheduled-payments.store.ts'

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
      await notifyNotMade(deps, scheduled, sentence)
      return { state: 'failed', reason: error instanceof RuleRefused ? 'refused' : 'not-chargeable', amount }
    }
  },
}

/** Tells the member that nothing was charged, once. */
async function notifyNotMade(deps: Deps, scheduled: Scheduled, sentence: string): Promise<void> {
  const { memberNumber, items, amount, paymentDate, transNo } = scheduled
  const accountNumber = items[0]?.accountNumber ?? ''
  const facts = {
    amount: formatUsd(amount),
    paymentDate,
    sentence,
    coopName: deps.settings.current().coopName,
    address: deps.env.PUBLIC_ORIGIN + paths.payMultiple(),
  }
  const notice = {
    topic: 'payment-failed',
    dedupeKey: `scheduled-not-made:${transNo}`,
    compose: (language: Language) => notMadeText(facts, language),
  } as const
  await inTransaction(deps.db, async (tx) => {
    if (await notifyAccount(tx, deps, { memberNumber, accountNumber }, notice)) return
    const { subject, bodyText } = notice.compose(scheduled.language)
    const { dedupeKey } = notice
    const mail = { dedupeKey, channel: 'email', subject, bodyText, language: scheduled.language } as const
    await insertMailOnFile(tx, memberNumber, { ...mail, now: deps.clock.now() })
  })
}
