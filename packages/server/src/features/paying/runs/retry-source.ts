import { addDays } from '@coopline/rules/kernel/calendar-date'
import { addCents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { type RunSource, settleEach } from '../../../platform/runs/run-source.ts'
import { bookBankDebits, lockOwed } from '../payments/public.ts'
import { listBilledAfter, lockRunningDrafts } from './due-drafts.store.ts'
import { findRetry, listRetries } from './returns.store.ts'
import { missedReason, postponedReason } from './runs.store.ts'

/**
 * Debits that banks returned for lack of money, and that are presented again. The Nacha rules require the same amount, so at least that
 * amount must be owed without the bills since the debit. One that the bank rejected before it was ever presented takes what is still owed
 * of it. A debit waits for a later banking day while an open payment covers a part of it.
 */
export const retrySource: RunSource = {
  name: 'retry',
  listDue: async ({ db }, { fromDate, runDate }, { after, limit }) => {
    const page = { after: Number(after), limit }
    const retries = await listRetries(db, { from: fromDate, to: runDate }, page)
    return {
      due: retries.map((one) => ({
        kind: 'retry',
        enrollmentId: String(one.itemId),
        dueDate: one.retryOn,
        accountNumber: one.accountNumber,
        memberNumber: one.memberNumber,
      })),
      next: retries.length < limit ? undefined : String(retries.at(-1)?.itemId),
    }
  },
  settle: settleEach(async (deps, tx, due) => {
    const { enrollmentId, accountNumber, memberNumber } = due
    const found = await lockOwed(deps, tx, due)
    const retry = await findRetry(tx, Number(enrollmentId))
    if (retry === undefined || found === undefined) return { state: 'skipped', reason: 'removed' }
    const { account, due: dueNow, owed } = found
    const [draft] = await lockRunningDrafts(tx, [
      { accountNumber, eventId: Number(retry.draftEvent), orCorrected: true },
    ])
    if (draft === undefined || account.noMoreChecks) return { state: 'skipped', reason: 'removed' }
    if (draft.isReplaced) return { state: 'failed', reason: 'replaced' }
    // The cooperative's system collects the whole balance.
    if (draft.hasAutopay) return { state: 'skipped', reason: 'autopay' }
    const { originalOn, isFirst } = retry
    // Bills since the original debit have their own due dates.
    const [billedSince = zeroCents] = await listBilledAfter(tx, [{ accountNumber, day: addDays(originalOn, -1) }])
    const left = subtractCents(dueNow, billedSince)
    const amount = isFirst ? minCents(retry.amount, left) : retry.amount
    if (left < amount || amount <= zeroCents) return { state: 'skipped', reason: 'nothing-due' }
    if (owed < addCents(amount, billedSince)) return { state: 'skipped', reason: postponedReason }
    if (due.isTooLate === true) return { state: 'skipped', reason: missedReason }
    const { language, accountEnding: lastFour, accountKind, bankNumbers } = draft
    const debit = { memberNumber, accountNumber, amount, language, lastFour, key: `retry:${enrollmentId}` }
    const [transNo] = await bookBankDebits(deps, tx, [debit])
    if (transNo === undefined) return { state: 'skipped', reason: 'booked-before' }
    return { state: 'booked', amount, transNo, bank: { payerName: account.holderName, accountKind, bankNumbers } }
  }),
}
