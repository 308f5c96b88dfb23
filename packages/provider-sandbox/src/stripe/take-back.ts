import { book, invalid, isBank, load, type StripeAccount } from './stripe-account.ts'
import { newDispute, newPayout, newRefund } from './money-back-objects.ts'
import type { StoredCharge, StoredDispute, StoredPayout, StoredRefund } from './stored-objects.ts'

/** The fee for a dispute in whole cents. */
const disputeFee = 1500

/**
 * Refunds a charge or, with `amount` in whole cents, a part of it.
 *
 * @throws Refusal when the charge was not paid, is disputed, or has less left.
 */
export function refundCharge(
  account: StripeAccount,
  charge: StoredCharge,
  { amount, metadata = {} }: { readonly amount: number | null; readonly metadata?: Readonly<Record<string, string>> },
): StoredRefund {
  const { store, emit } = account
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status !== 'succeeded') throw invalid('This charge was not paid.', 'charge_not_refundable')
  if (charge.disputed) throw invalid(`Charge ${charge.id} has been charged back.`, 'charge_disputed')
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const wanted = amount ?? left
  if (wanted > left)
    throw invalid(`Refund amount (${wanted}) is greater than unrefunded amount (${left}).`, 'amount_too_large')
  if (wanted <= 0) throw invalid('Invalid positive integer', 'parameter_invalid_integer')
  const refund = store.add(
    newRefund(store.born('refund'), charge, { amount: wanted, metadata, reason: null, status: 'succeeded' }),
  )
  const type = isBank(charge) ? 'payment_refund' : 'refund'
  const entry = book(account, { amount: -wanted, fee: 0, reporting_category: 'refund', source: refund.id, type })
  const booked = store.change(refund, { balance_transaction: entry.id })
  const refunded = charge.amount_refunded + wanted
  const changed = store.change(charge, { amount_refunded: refunded, refunded: refunded === charge.amount })
  emit('charge.refunded', changed)
  emit('refund.created', booked)
  return booked
}

/** Makes a refund fail at the payer's bank, so that the money returns to the account. */
export function failRefund(account: StripeAccount, refund: StoredRefund): void {
  const { store, emit } = account
  const charge = load(account, 'charge', refund.charge)
  const type = 'refund_failure'
  const entry = book(account, { amount: refund.amount, fee: 0, reporting_category: type, source: refund.id, type })
  store.change(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  const failed = { failure_balance_transaction: entry.id, failure_reason: 'expired_or_canceled_card', status: 'failed' }
  emit('refund.failed', store.change(refund, failed))
}

/** Opens a dispute. The vendor takes the money at once, unless the bank only inquires. */
export function disputeCharge(
  account: StripeAccount,
  charge: StoredCharge,
  { amount = charge.amount - charge.amount_refunded, isInquiry = false }: { amount?: number; isInquiry?: boolean },
): StoredDispute {
  const { store, emit } = account
  const status = isInquiry ? 'warning_needs_response' : 'needs_response'
  const fields = { amount, reason: isBank(charge) ? 'bank_cannot_process' : 'fraudulent', status } as const
  const opened = store.add(newDispute(store.born('dispute'), charge, fields))
  store.change(charge, { disputed: true })
  emit('charge.dispute.created', opened)
  return isInquiry ? opened : withdraw(account, opened)
}

function withdraw(account: StripeAccount, dispute: StoredDispute): StoredDispute {
  const entry = book(account, movement(dispute, -dispute.amount, disputeFee))
  const withdrawn = account.store.change(dispute, { balance_transactions: [...dispute.balance_transactions, entry] })
  account.emit('charge.dispute.funds_withdrawn', withdrawn)
  return withdrawn
}

const movement = (dispute: StoredDispute, amount: number, fee: number): Parameters<typeof book>[1] => ({
  amount,
  fee,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: dispute.id,
  type: 'adjustment',
})

/** Records that the account answered an inquiry. */
export function answerInquiry({ store, emit }: StripeAccount, dispute: StoredDispute): void {
  emit('charge.dispute.updated', store.change(dispute, { status: 'warning_under_review' }))
}

/** Turns an inquiry into a dispute. The vendor takes the money, and the deadline moves by `days`. */
export function escalateInquiry(account: StripeAccount, dispute: StoredDispute, days: number): StoredDispute {
  const { evidence_details: details } = dispute
  const evidence_details = { ...details, due_by: (details.due_by ?? 0) + days * 86_400 }
  const escalated = account.store.change(dispute, { status: 'needs_response', evidence_details })
  account.emit('charge.dispute.updated', escalated)
  return withdraw(account, escalated)
}

/**
 * Ends a dispute.
 *
 * @param returnsFunds true to return the money. The vendor has returned it for lost disputes too, and withdrawn it again later.
 */
export function closeDispute(
  account: StripeAccount,
  dispute: StoredDispute,
  status: 'won' | 'lost' | 'warning_closed',
  returnsFunds = status === 'won',
): StoredDispute {
  const { store, emit } = account
  let closed = store.change(dispute, { status })
  if (returnsFunds) {
    const entry = book(account, movement(dispute, dispute.amount, 0))
    closed = store.change(closed, { balance_transactions: [...closed.balance_transactions, entry] })
    emit('charge.dispute.funds_reinstated', closed)
  }
  emit('charge.dispute.closed', closed)
  return closed
}

/** Pays out the whole balance to the bank of the account. Returns `null` when the balance has no entries. */
export function payOut({ store, emit }: StripeAccount): StoredPayout | null {
  const paidOut = store.linked(null)
  const entries = store.list('balance_transaction', { limit: 1_000_000 }).filter(({ id }) => !paidOut.has(id))
  if (entries.length === 0) return null
  const amount = entries.reduce((sum, { net }) => sum + net, 0)
  const payout = store.add(newPayout(store.born('payout'), { amount, status: 'paid' }))
  for (const { id } of entries) store.link(payout.id, id)
  emit('payout.paid', payout)
  return payout
}

/** Makes the bank of the account send a payout back. */
export function failPayout({ store, emit }: StripeAccount, payout: StoredPayout): void {
  const failed = {
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    status: 'failed',
  }
  emit('payout.failed', store.change(payout, failed))
}
