import type { StaffPaymentRefusal } from '@coopline/rules/staff-payments/staff-payments.messages'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { Unavailable } from '../../platform/errors.ts'
import type { RefundStatus } from '../../platform/payment-gateway/payment-gateway.ts'
import { withoutCardNumbers } from '../../platform/payment-gateway/redact-card-numbers.ts'
import { applyProviderEvent } from './apply-provider-event.ts'
import type { Payment } from './payment.ts'
import { claimRefund, findPaymentWithItems } from './payments.store.ts'
import { putAsideUnreadable } from './put-aside-unreadable.ts'
import type { ReviewDecision } from './review-payment.ts'

/** The provider answers within ten seconds; after this time a call without an answer may be repeated. */
const askAgainAfterMs = 60_000

/** True for a payment that the provider can refund; a debit of the cooperative's own bank is none of its payments. */
export const isRefundable = ({ state, origin }: { readonly state: string; readonly origin: string }): boolean =>
  state === 'confirmed' && origin !== 'bank'

/**
 * Has the provider refund a payment, fee included. Its events are applied like those of any other refund, so that the ledger books the
 * reversal once, whether the answer, the postback or the report arrives first.
 *
 * One person asks at a time: a second one is refused for a minute. The audit keeps who asked and why before the provider is called.
 *
 * @returns why the payment is not refunded; `null` once the reversal is booked, or while the provider has not confirmed the refund: postback,
 *   status or report book it then.
 */
export async function refundPayment(deps: Deps, decision: ReviewDecision): Promise<StaffPaymentRefusal | null> {
  const { transNo } = decision
  const held = await findPaymentWithItems(deps.db, transNo)
  if (held === undefined || !isRefundable(held.payment)) return 'not-refundable'
  if (!(await claim(deps, held.payment, decision))) {
    const now = await findPaymentWithItems(deps.db, transNo)
    return now?.payment.state === 'confirmed' ? 'refund-under-way' : 'not-refundable'
  }
  const status = await askForRefund(deps, transNo)
  if (status.kind === 'unreadable') await putAsideUnreadable(deps, status.payment, 'status')
  if (status.kind === 'events') for (const event of status.events) await applyProviderEvent(deps, event, 'status')
  if (status.kind === 'unknown') return 'refund-unknown'
  return status.kind === 'refused' ? 'refund-refused' : null
}

async function claim(
  { db, clock }: Deps,
  { transNo, memberNumber, accountNumber, amount }: Payment,
  { by, reason, clientAddress, requestId }: ReviewDecision,
): Promise<boolean> {
  const at = clock.now()
  return inTransaction(db, async (tx) => {
    if (!(await claimRefund(tx, transNo, at, new Date(at.getTime() - askAgainAfterMs)))) return false
    await recordAudit(tx, {
      kind: 'staff.payment-refunded',
      at,
      memberNumber,
      accountNumber,
      clientAddress,
      requestId,
      detail: { transNo, amount, by, reason: withoutCardNumbers(reason) },
    })
    return true
  })
}

/** Without an answer the refund may have been made. */
async function askForRefund(deps: Deps, transNo: string): Promise<RefundStatus | { readonly kind: 'unanswered' }> {
  try {
    return await deps.gateway.refund(transNo)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider did not answer a refund')
    return { kind: 'unanswered' }
  }
}
