import { addCents } from '@coopline/rules/kernel/money'
import {
  staffPaymentMessage,
  type StaffPaymentRefusal,
} from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Conflict, Unavailable } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RefundAnswer } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import { applyProviderAnswer } from '../provider-events/provider-events.ts'
import { claimRefund, wasRefundAsked } from './reviewed-payments.store.ts'
import { atProvider } from '../payment.ts'
import { findPaymentWithItems, lockPaymentWithItems } from '../payments.store.ts'
import type { ReviewDecision } from './review-payment.ts'
import { agreeOnDecision } from './second-person.ts'

/** The provider answers within ten seconds; after this time a call without an answer may be repeated. */
const askAgainAfterMs = 60_000

/** True for a payment that the provider can refund. It does not know debits of the cooperative's own bank. */
export const isRefundable = ({ state, origin }: { readonly state: string; readonly origin: string }): boolean =>
  state === 'confirmed' && origin !== 'bank'

/**
 * Asks the provider to refund a payment, fee included. Its events are applied like those of any other refund, so that the ledger books
 * the reversal once, whether the answer, the postback or the report arrives first.
 *
 * Requests run one at a time: a second one is refused for a minute. The audit records the person and the reason before the call.
 *
 * Nothing is booked yet while the decision of a second person is missing, or while the provider has not confirmed the refund. A postback,
 * a status call or a report then books it.
 *
 * @throws Conflict when the payment is not refunded.
 */
export async function refundPayment(deps: Deps, decision: ReviewDecision): Promise<void> {
  const { transNo } = decision
  const claimed = await claim(deps, decision)
  if (claimed === 'proposed') return
  // Thrown after the transaction, which may have settled the alarm of a proposal.
  if (claimed !== 'claimed') throw refused(claimed)
  const status = await askForRefund(deps, transNo)
  if (status.kind !== 'unanswered') await applyProviderAnswer(deps, status)
  if (status.kind === 'unknown') throw refused('refund-unknown')
  if (status.kind === 'refused') throw refused('refund-refused')
}

const refused = (code: StaffPaymentRefusal): Conflict => new Conflict(refusal(staffPaymentMessage, code))

async function claim(deps: Deps, decision: ReviewDecision): Promise<'claimed' | 'proposed' | StaffPaymentRefusal> {
  const { transNo, by, reason, clientAddress, requestId } = decision
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held === undefined || !isRefundable(held.payment)) return 'not-refundable'
    const { memberNumber, accountNumber, amount } = held.payment
    // An earlier request for this refund got no answer. The decision about it was made then.
    const agreed = (await wasRefundAsked(tx, transNo))
      ? 'agreed'
      : await agreeOnDecision(tx, deps, held.payment, { decision: 'askedToRefund', amount }, decision)
    if (agreed !== 'agreed') return agreed === 'own' ? 'needs-another-person' : agreed
    if (!(await claimRefund(tx, transNo, at, new Date(at.getTime() - askAgainAfterMs)))) return 'refund-under-way'
    await recordAudit(tx, {
      kind: 'staff.payment-refunded',
      at,
      memberNumber,
      accountNumber,
      clientAddress,
      requestId,
      detail: { transNo, amount, by, reason: withoutCardNumbers(reason) },
    })
    return 'claimed'
  })
}

/** Asks the provider for the refund. Without an answer the refund may have been made. */
async function askForRefund(deps: Deps, transNo: string): Promise<RefundAnswer | { readonly kind: 'unanswered' }> {
  const held = await findPaymentWithItems(deps.db, transNo)
  if (held === undefined) return { kind: 'unknown' }
  try {
    const payment = atProvider(held)
    const order = { refundId: transNo, amount: addCents(payment.amount, payment.convenienceFee) }
    return await deps.gateways.of(held.payment.provider).refund(payment, order)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider did not answer a refund')
    return { kind: 'unanswered' }
  }
}
