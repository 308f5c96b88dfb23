import type { AnetAccount, StoredTransaction } from './anet-account.ts'
import { addTransaction, emit, isHeld, type Made, returnCodeOf, settle } from './take-payments.ts'

const refused = (reasonCode: number): Made => ({ responseCode: '3', transId: '0', reasonCode })

const backOf = (account: AnetAccount, { transId }: StoredTransaction): readonly StoredTransaction[] =>
  [...account.transactions.values()].filter(({ refTransId }) => refTransId === transId)

const isRefund = ({ status }: StoredTransaction): boolean =>
  status === 'refundPendingSettlement' || status === 'refundSettledSuccessfully'

/** The cents of a charge that the account holds: less refunds, returns and chargebacks, with what was given back. */
export function heldOf(account: AnetAccount, one: StoredTransaction): number {
  const isTaken = one.status === 'capturedPendingSettlement' || one.status === 'settledSuccessfully'
  const sign = (back: StoredTransaction): number => {
    if (back.status === 'chargebackReversal') return 1
    return isRefund(back) || back.status === 'chargeback' || back.status === 'returnedItem' ? -1 : 0
  }
  const back = backOf(account, one).reduce((sum, other) => sum + sign(other) * other.amount, 0)
  return (isTaken ? one.amount : 0) + back
}

/** Refunds a part of a settled charge as a transaction of its own. */
export function refund(
  account: AnetAccount,
  one: StoredTransaction,
  { amount, invoiceNumber, description }: Pick<StoredTransaction, 'amount' | 'invoiceNumber' | 'description'>,
): Made {
  if (one.status !== 'settledSuccessfully') return refused(54)
  const refunded = backOf(account, one)
    .filter(isRefund)
    .reduce((sum, back) => sum + back.amount, 0)
  if (amount > one.amount - refunded) return refused(55)
  const made = addTransaction(
    account,
    {
      type: 'refundTransaction',
      refTransId: one.transId,
      amount,
      invoiceNumber,
      description,
      lineItems: [],
      instrument: one.instrument,
      profile: null,
      status: 'refundPendingSettlement',
      reasonCode: 1,
    },
    'net.authorize.payment.refund.created',
  )
  return { responseCode: '1', transId: made.transId, reasonCode: 1 }
}

const voidable: ReadonlySet<string> = new Set([
  'FDSAuthorizedPendingReview',
  'capturedPendingSettlement',
  'refundPendingSettlement',
])

/** Voids a charge or a refund that is not settled. */
export function voidTransaction(account: AnetAccount, one: StoredTransaction): Made {
  if (one.status === 'voided') return { responseCode: '1', transId: one.transId, reasonCode: 1 }
  if (!voidable.has(one.status)) return refused(16)
  one.status = 'voided'
  emit(account, 'net.authorize.payment.void.created', one)
  return { responseCode: '1', transId: one.transId, reasonCode: 1 }
}

/** Ends the review of a charge. One that was authorized before its review is not declined but voided. */
export function endReview(account: AnetAccount, one: StoredTransaction, isApproved: boolean): void {
  if (!isHeld(one)) return
  if (!isApproved && one.status === 'FDSAuthorizedPendingReview') return void voidTransaction(account, one)
  one.status = isApproved ? 'capturedPendingSettlement' : 'declined'
  one.reasonCode = isApproved ? 1 : 254
  emit(account, `net.authorize.payment.fraud.${isApproved ? 'approved' : 'declined'}`, one)
}

/** Adds what a bank or a card company took back. It appears in a settled batch; no event is sent. */
function addBack(
  account: AnetAccount,
  one: StoredTransaction,
  status: 'chargeback' | 'chargebackReversal' | 'returnedItem',
): StoredTransaction {
  const { transId: refTransId, amount, invoiceNumber, instrument } = one
  const back = addTransaction(
    account,
    {
      type: status === 'returnedItem' ? 'returnedItem' : 'chargeback',
      refTransId,
      amount,
      invoiceNumber,
      description: '',
      lineItems: [],
      instrument,
      profile: null,
      status,
      reasonCode: 1,
    },
    null,
  )
  settle(account, [back])
  return back
}

export const chargeBack = (account: AnetAccount, one: StoredTransaction): StoredTransaction =>
  addBack(account, one, 'chargeback')

export const reverseChargeback = (account: AnetAccount, one: StoredTransaction): StoredTransaction =>
  addBack(account, one, 'chargebackReversal')

/** Says what became of a debit some days after it was settled: paid, or returned by its bank. */
export function endDebit(account: AnetAccount, one: StoredTransaction): void {
  const code = returnCodeOf(one.instrument)
  if (code === null || one.returnedItems.length > 0) return
  if (one.batchId === null) settle(account)
  const { transId: id } = addBack(account, one, 'returnedItem')
  one.returnedItems.push({ id, at: account.now(), code })
}
