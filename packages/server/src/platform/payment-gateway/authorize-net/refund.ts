import { Unavailable } from '../../errors.ts'
import type { PaymentAtProvider, RefundAnswer, RefundOrder, RefusedRefund } from '../payment-gateway.ts'
import { UnreadableObject } from '../read-object.ts'
import { AnetRefusal } from './client.ts'
import { isDeclined, leftOf, movesMoney, paymentOf, type Snapshot } from './events-of.ts'
import { fetchSnapshot, type Finder } from './find.ts'
import { factsOf } from './marks.ts'
import { type Made, madeAnswer, type Transaction, toDollars } from './objects.ts'
import { duplicateCode } from './start-page.ts'

/** The reason codes with which refunds are refused. */
const why = new Map<string, RefusedRefund>([
  ['54', 'not-settled'],
  ['55', 'too-much'],
])

/**
 * Refunds a payment or a part of it. Before the charge is settled only all of it can be taken back, by voiding it. The vendor has no keys for
 * repeated calls: a refund that was made for an order is found by the order's id in its description before another one is made. A void has no
 * description, so that the only charge of a payment is voided, and no charge of two.
 */
export async function refundPayment(
  finder: Finder,
  payment: PaymentAtProvider,
  order: RefundOrder,
): Promise<RefundAnswer> {
  const before = await fetchSnapshot(finder, payment, 'all')
  const charge = before.charges.find(isPaid)
  if (isMade(before, order)) return read(before, payment)
  const left = leftOf(before)
  if (charge === undefined || left <= 0) return { kind: 'refused', why: 'state' }
  if (order.amount > left) return { kind: 'refused', why: 'too-much' }
  const isSettled = charge.transactionStatus === 'settledSuccessfully'
  const isOnly = before.charges.every((one) => one === charge || !wasTaken(one))
  if (!isSettled && !(isOnly && order.amount === charge.settleAmount)) return { kind: 'refused', why: 'not-settled' }
  const made = await send(finder, isSettled ? refundOf(payment, charge, order) : voidOf(payment, charge))
  // An equal refund was made within two minutes: whether it was this one shows later.
  if (made?.errors[0]?.errorCode === duplicateCode) throw new Unavailable('The payment provider')
  if (made === null || made.responseCode === '2' || made.responseCode === '3')
    return { kind: 'refused', why: why.get(made?.errors[0]?.errorCode ?? '') ?? 'state' }
  if (made.transId !== null) finder.hints.add(payment.transNo, made.transId)
  const after = await fetchSnapshot(finder, payment)
  if (!isMade(after, order)) throw new Unavailable('The payment provider')
  return read(after, payment)
}

/**
 * True when the money of the order went back. A refund that the vendor declined can be made again.
 *
 * @throws Unavailable while the vendor reviews the refund.
 */
function isMade({ back, charges }: Snapshot, { refundId, amount }: RefundOrder): boolean {
  const own = back.filter((one) => one.order?.description === refundId && !isDeclined(one))
  if (own.some((one) => !movesMoney(one))) throw new Unavailable('The payment provider')
  // A void beside a charge that stays took back a double charge.
  const isVoided = !charges.some(isPaid) && charges.some((one) => isVoid(one) && one.settleAmount === amount)
  return own.length > 0 || isVoided
}

const isPaid = ({ transactionStatus: status, returnedItems }: Transaction): boolean =>
  (status === 'settledSuccessfully' || status === 'capturedPendingSettlement') && returnedItems.length === 0

const isVoid = ({ transactionStatus }: Transaction): boolean => transactionStatus === 'voided'
const wasTaken = (charge: Transaction): boolean => isPaid(charge) || isVoid(charge)

function read(snapshot: Snapshot, payment: PaymentAtProvider): RefundAnswer {
  try {
    return paymentOf(snapshot, factsOf(payment))
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error
    return { kind: 'unreadable', payment: { ...error.payment, transNo: payment.transNo } }
  }
}

/** @returns `null` when the vendor refuses the call itself. */
async function send({ client }: Finder, fields: object): Promise<Made | null> {
  try {
    return (await client.ask('createTransaction', fields, madeAnswer)).transactionResponse
  } catch (error) {
    if (error instanceof AnetRefusal) return null
    throw error
  }
}

const voidOf = ({ transNo }: PaymentAtProvider, { transId }: Transaction): object => ({
  refId: transNo,
  transactionRequest: { transactionType: 'voidTransaction', refTransId: transId },
})

/** The card or the account is named by its last digits, as the charge has them. */
function refundOf({ transNo }: PaymentAtProvider, charge: Transaction, { amount, refundId }: RefundOrder): object {
  const { creditCard, bankAccount } = charge.payment ?? {}
  const paidBy =
    bankAccount === null || bankAccount === undefined
      ? { creditCard: { cardNumber: creditCard?.cardNumber.slice(-4) ?? '', expirationDate: 'XXXX' } }
      : { bankAccount }
  return {
    refId: transNo,
    transactionRequest: {
      transactionType: 'refundTransaction',
      amount: toDollars(amount),
      payment: paidBy,
      refTransId: charge.transId,
      order: { invoiceNumber: transNo, description: refundId },
    },
  }
}
