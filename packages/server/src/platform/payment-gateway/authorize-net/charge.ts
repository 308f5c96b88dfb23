import { addCents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { Unavailable } from '../../errors.ts'
import type { PaymentAtProvider, ProviderPayment } from '../payment-gateway.ts'
import { refusedCharge } from '../refused-charge.ts'
import { AnetRefusal, notFoundCode } from './client.ts'
import { declineReasonOf } from './decline-reasons.ts'
import { paymentOf } from './events-of.ts'
import { fetchSnapshot, type Finder, orUnreadable } from './find.ts'
import { factsOf, orderOf } from './marks.ts'
import { readToken } from './methods.ts'
import { type Made, madeAnswer, toDollars } from './objects.ts'
import { duplicateCode, duplicateWindow } from './start-page.ts'

interface ChargeOptions {
  readonly mark: string
  readonly token: string
  readonly remember: (reference: string) => Promise<boolean>
}

/**
 * Charges a stored method. The vendor has no keys for repeated calls: a charge under our number is searched for before another one is sent,
 * first among those of the customer, which a method has for itself, and in every list once one may have been sent. Of processes that begin at
 * once, the one that stores the reference sends it. The vendor refuses an equal charge for eight hours besides. The payment's reference is the customer, under which it is found without the token.
 */
export const chargeMethod = (
  finder: Finder,
  payment: PaymentAtProvider,
  { mark, token, remember }: ChargeOptions,
): Promise<ProviderPayment> =>
  orUnreadable(payment, async () => {
    const stored = readToken(token)
    if (stored === null) return refusedCharge(payment, 'no-method', null)
    const known = { ...payment, reference: stored.customer }
    const before = await fetchSnapshot(finder, known, payment.reference === null ? 'customer' : 'open')
    if (before.charges.length > 0) return paymentOf(before, factsOf(payment))
    const isFirst = await remember(stored.customer)
    if (payment.reference === null && !isFirst) throw new Unavailable('The payment provider')
    const made = await send(finder, payment, { ...stored, mark })
    if (made === null) {
      // The customer is gone, and a charge from before a restored database is in the other lists only.
      const elsewhere = await fetchSnapshot(finder, known, 'open')
      return elsewhere.charges.length > 0
        ? paymentOf(elsewhere, factsOf(payment))
        : refusedCharge(payment, 'no-method', null)
    }
    if (made.transId === null) return refused(payment, made)
    finder.hints.add(payment.transNo, made.transId)
    return paymentOf(await fetchSnapshot(finder, known, 'customer'), factsOf(payment))
  })

/** @returns `null` when the vendor no longer has the method. */
async function send(
  { client }: Finder,
  payment: PaymentAtProvider,
  { customer, method, mark }: { readonly customer: string; readonly method: string; readonly mark: string },
): Promise<Made | null> {
  const transactionRequest = {
    transactionType: 'authCaptureTransaction',
    amount: toDollars(addCents(payment.amount, payment.convenienceFee)),
    profile: { customerProfileId: customer, paymentProfile: { paymentProfileId: method } },
    ...orderOf(payment, mark),
    transactionSettings: duplicateWindow,
    // It tells the networks that the member stored the card for charges of this kind.
    ...(payment.paymentType === 'cc' && { processingOptions: { isSubsequentAuth: 'true' } }),
  }
  try {
    const fields = { refId: payment.transNo, transactionRequest }
    return (await client.ask('createTransaction', fields, madeAnswer)).transactionResponse
  } catch (error) {
    if (error instanceof AnetRefusal && error.code === notFoundCode) return null
    throw error
  }
}

/**
 * Reads an answer after which the vendor lists no transaction.
 *
 * @throws Unavailable for an equal charge, which may be this one and shows later, and for a fault that passes.
 */
function refused(payment: PaymentAtProvider, { errors }: Made): ProviderPayment {
  const code = errors[0]?.errorCode ?? ''
  const reason = declineReasonOf(Number(code))
  if (code === duplicateCode || reason === 'try-again') throw new Unavailable('The payment provider')
  return refusedCharge(payment, 'refused', declineMessage(reason, payment.language))
}
