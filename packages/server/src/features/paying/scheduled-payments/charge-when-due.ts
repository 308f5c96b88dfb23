import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { Conflict, NotOwned, Refused } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ItemOutcome } from '../../../platform/runs/run-source.ts'
import { chargeStoredMethod, isPaymentUnderWay, type StoredMethodCharge } from '../payments/public.ts'
import { notifyNotMade } from './notify-not-made.ts'

/**
 * Charges a due payment while the member is absent, once per idempotency key, and returns the outcome of the run item. Notifies the
 * member when a rule refuses the payment or its method was removed; results of the provider are notified like those of any payment. The
 * item stays pending while another payment of one of its accounts is open, and when another process was first.
 */
export async function chargeWhenDue(
  deps: Deps,
  charge: StoredMethodCharge,
  paymentDate: CalendarDate,
): Promise<ItemOutcome> {
  const { memberNumber, items, reason, idempotencyKey, language } = charge
  const amount = items.reduce((sum, one) => addCents(sum, one.amountCents), zeroCents)
  try {
    const { transNo, outcome, amount: charged } = await chargeStoredMethod(deps, charge)
    if (outcome === 'processing') return { state: 'pending', amount: charged, transNo }
    return outcome === 'confirmed'
      ? { state: 'booked', amount: charged, transNo }
      : { state: 'failed', reason: outcome, amount: charged, transNo }
  } catch (error) {
    // Another payment is open, or another process uses this key with another amount. The next run completes that charge.
    if (isPaymentUnderWay(error) || error instanceof Conflict) return { state: 'pending', amount }
    if (!(error instanceof Refused || error instanceof NotOwned)) throw error
    const reasonOf = (to: Language) => (error instanceof Refused ? (error.refusals[0]?.sentenceIn(to) ?? '') : '')
    const accountNumber = items[0]?.accountNumber ?? ''
    const key = `${reason}:${idempotencyKey}`
    const notMade = { memberNumber, accountNumber, amount, paymentDate, key, language }
    await inTransaction(deps.db, (tx) => notifyNotMade(deps, tx, notMade, reasonOf))
    return { state: 'failed', reason: error instanceof Refused ? 'refused' : 'not-chargeable', amount }
  }
}
