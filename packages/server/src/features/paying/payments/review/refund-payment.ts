import { addCents, type Cents, cents, minCents, zeroCents } from '@coopline/rules/kernel/money'
import {
  staffPaymentMessage,
  type StaffPaymentRefusal,
} from '@coopline/rules/staff/staff-payments/staff-payments.messages'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Conflict, Unavailable } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RefundAnswer, RefundOrder, RefusedRefund } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { withoutCardNumbers } from '../../../../platform/payment-gateway/redact-card-numbers.ts'
import {
  endRefundOrder,
  findLedgerSum,
  insertRefundOrder,
  listCredits,
  listRefundOrders,
  type OrderedRefund,
  repeatRefundOrder,
} from '../ledger/ledger.ts'
import { atProvider, newRefundId, type Payment } from '../payment.ts'
import { findPaymentWithItems, lockPaymentWithItems } from '../payments.store.ts'
import { applyProviderAnswer } from '../provider-events/provider-events.ts'
import { findRefundAsked, recordRefundAsked } from './reviewed-payments.store.ts'
import type { ReviewDecision } from './review-payment.ts'
import { agreeOnDecision } from './second-person.ts'

/** The provider answers within ten seconds; after this time a call without an answer may be repeated. */
const askAgainAfterMs = 60_000

/** True for a payment that the provider can refund. It does not know debits of the cooperative's own bank. */
export const isRefundable = ({ state, origin }: { readonly state: string; readonly origin: string }): boolean =>
  state === 'confirmed' && origin !== 'bank'

/** The decision to refund some or all of a payment. */
interface RefundDecision extends ReviewDecision {
  /** Whole cents, fee included; absent for all that is left. */
  readonly amount?: Cents | undefined
}

/**
 * Asks the provider to refund some or all of a payment. Its events are applied like those of any other refund, so that the ledger books
 * the reversal once, whether the answer, the postback or the report arrives first (decision 0292).
 *
 * Requests run one at a time: a second one is refused for a minute. After that, a request for the same amount repeats one without an answer,
 * under the same id, so that the provider carries it out once. The audit records the person and the reason before the call.
 *
 * Nothing is booked yet while the decision of a second person is missing, or while the provider has not confirmed the refund. A postback,
 * a status call or a report then books it.
 *
 * @throws Conflict when nothing is refunded.
 */
export async function refundPayment(deps: Deps, decision: RefundDecision): Promise<void> {
  const { transNo } = decision
  const claimed = await claim(deps, decision)
  if (claimed === 'proposed') return
  // Thrown after the transaction, which may have settled the alarm of a proposal.
  if (typeof claimed === 'string') throw refused(claimed)
  deps.failPoints.reach('refund.after-claim')
  const { refundId } = claimed
  const status = await askForRefund(deps, transNo, claimed)
  deps.failPoints.reach('refund.after-order')
  if (status.kind === 'unanswered') return
  if (status.kind === 'unknown' || status.kind === 'refused') {
    await endRefundOrder(deps.db, refundId, 'refused')
    throw refused(status.kind === 'unknown' ? 'refund-unknown' : refusals[status.why])
  }
  await applyProviderAnswer(deps, status)
  if (status.kind === 'events') await endRefundOrder(deps.db, refundId, 'done')
}

const refusals: Record<RefusedRefund, StaffPaymentRefusal> = {
  state: 'refund-refused',
  'too-much': 'refund-too-much',
  'too-old': 'refund-too-old',
  'not-settled': 'refund-not-settled',
  balance: 'refund-no-balance',
}

const refused = (code: StaffPaymentRefusal): Conflict => new Conflict(refusal(staffPaymentMessage, code))

async function claim(deps: Deps, decision: RefundDecision): Promise<RefundOrder | 'proposed' | StaffPaymentRefusal> {
  const { transNo, by, reason, clientAddress, requestId } = decision
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const held = await lockPaymentWithItems(tx, transNo)
    if (held === undefined || !isRefundable(held.payment)) return 'not-refundable'
    const { memberNumber, accountNumber } = held.payment
    const order = await place(deps, tx, held.payment, decision)
    if (typeof order === 'string') return order
    await recordAudit(tx, {
      kind: 'staff.payment-refunded',
      at,
      memberNumber,
      accountNumber,
      clientAddress,
      requestId,
      detail: { transNo, ...order, by, reason: withoutCardNumbers(reason) },
    })
    return order
  })
}

/** Records a new refund, or claims one without an answer once more. */
async function place(
  deps: Deps,
  tx: Tx,
  payment: Payment,
  decision: RefundDecision,
): Promise<RefundOrder | 'proposed' | StaffPaymentRefusal> {
  const { transNo } = payment
  const at = deps.clock.now()
  const orders = await listRefundOrders(tx, transNo)
  const formerly = await findRefundAsked(tx, transNo)
  const figures = await figuresOf(tx, payment, orders)
  const { amount = figures.left > 0 ? figures.left : figures.net } = decision
  const isRecent = (askedAt: Date | undefined) =>
    askedAt !== undefined && askedAt.getTime() > at.getTime() - askAgainAfterMs
  // Two people who press at once mean one refund.
  const isSame = (one: OrderedRefund) => one.state === 'asked' || (one.state === 'done' && one.amount === amount)
  if (orders.some((one) => isSame(one) && isRecent(one.askedAt))) return 'refund-under-way'
  // A process of the former version asked for the whole payment. The decision about it was made then.
  const wasAgreed = orders.length === 0 && formerly !== undefined
  if (wasAgreed && isRecent(formerly)) return 'refund-under-way'
  const former = orders.find((one) => one.state === 'asked' && one.amount === amount)
  if (former !== undefined) {
    await repeatRefundOrder(tx, former.refundId, at)
    return { refundId: former.refundId, amount, isWhole: amount === figures.received }
  }
  if (amount > figures.left) return 'refund-too-much'
  const isWhole = amount === figures.received
  const { refunds } = deps.gateways.of(payment.provider).capabilities
  if (refunds === 'none' || (refunds === 'whole' && !isWhole))
    return refunds === 'none' ? 'not-refundable' : 'refund-whole-only'
  const measure = minCents(figures.credited, addCents(figures.gone, amount))
  if (!(wasAgreed && isWhole)) {
    const agreed = await agreeOnDecision(deps, tx, payment, { decision: 'askedToRefund', amount, measure }, decision)
    if (agreed !== 'agreed') return agreed === 'own' ? 'needs-another-person' : agreed
  }
  const order = { refundId: newRefundId(deps.random), amount, isWhole }
  await insertRefundOrder(tx, transNo, { refundId: order.refundId, amount, askedBy: decision.by, askedAt: at })
  // A process of the former version takes this for its claim.
  if (isWhole) await recordRefundAsked(tx, transNo, at)
  return order
}

/**
 * The figures that a refund depends on, in whole cents, fee included. They are those of the ledger, because staff may have accepted
 * other amounts than were requested.
 */
interface Figures {
  readonly received: Cents
  /** The received sum without the fee. */
  readonly credited: Cents
  readonly net: Cents
  /** The net sum without the refunds that have no answer yet. */
  readonly left: Cents
  /** The refunds so far, also those without an answer. */
  readonly gone: Cents
}

async function figuresOf(tx: Tx, payment: Payment, orders: readonly OrderedRefund[]): Promise<Figures> {
  const ledger = await findLedgerSum(tx, payment.transNo)
  const credits = await listCredits(tx, payment.transNo)
  const credited = credits.length === 0 ? payment.amount : addCents(...credits.map(({ amount }) => amount))
  const received = ledger.received ?? addCents(payment.amount, payment.convenienceFee ?? zeroCents)
  const net = ledger.received === null ? received : ledger.net
  const asked = addCents(...orders.filter(({ state }) => state === 'asked').map(({ amount }) => amount))
  return { received, credited, net, left: cents(Math.max(0, net - asked)), gone: addCents(ledger.refunded, asked) }
}

/** Asks the provider for the refund. Without an answer the refund may have been made. */
async function askForRefund(
  deps: Deps,
  transNo: string,
  order: RefundOrder,
): Promise<RefundAnswer | { readonly kind: 'unanswered' }> {
  const held = await findPaymentWithItems(deps.db, transNo)
  if (held === undefined) return { kind: 'unknown' }
  try {
    return await deps.gateways.of(held.payment.provider).refund(atProvider(held), order)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ transNo, reason: error.message }, 'The provider did not answer a refund')
    return { kind: 'unanswered' }
  }
}
