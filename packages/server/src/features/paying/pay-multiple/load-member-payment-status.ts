import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, NotOwned } from '../../../platform/errors.ts'
import { findPayableAccounts, lookUpPayment, paymentResult } from '../payments/public.ts'

/**
 * Loads the result of the payment from which the provider returned the member (PS-15). The pointer in the address only identifies the
 * payment.
 *
 * @throws NotFound when the provider did not make the pointer; NotOwned when the payment is another member's.
 */
export async function loadMemberPaymentStatus(
  deps: Deps,
  memberNumber: string,
  encryptedPayload: string,
): Promise<PaymentResult> {
  const transNo = deps.gateways.readReturn(encryptedPayload)
  const { payment, items, refunded } = await lookUpPayment(deps, transNo, { origin: 'member', memberNumber }).catch(
    (error: unknown): never => {
      throw error instanceof NotFound ? new NotOwned('Not a payment of the member') : error
    },
  )
  const accounts = await findPayableAccounts(
    deps.db,
    memberNumber,
    items.map((item) => item.accountNumber),
  )
  const balances = new Map([...accounts].map(([accountNumber, { account }]) => [accountNumber, account.balance]))
  return paymentResult(payment, items, balances, refunded)
}
