import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, NotOwned } from '../../../platform/errors.ts'
import type { CallerOf } from '../../../platform/http/call.ts'
import { findAccount } from '../../accounts/accounts/public.ts'
import { isRequestedUnder, lookUpPayment, paymentResult } from '../payments/public.ts'
import { idempotencyScopeOf } from './quick-pay-caller.ts'

/**
 * Loads the result of the payment from which the provider returned the payer. The address only identifies the payment; the answer comes
 * from the ledger and the provider's signed events.
 *
 * An expired token gives access only to a payment that was made with it, without the balance of the account.
 *
 * @throws NotOwned when the provider did not make the pointer, or the payment is not one of the grant's account.
 */
export async function loadPaymentStatus(
  deps: Deps,
  caller: CallerOf<'quick-pay-result'>,
  encryptedPayload: string,
): Promise<PaymentResult> {
  const transNo = deps.gateways.readReturn(encryptedPayload)
  if (caller.isExpired && !(await isRequestedUnder(deps.db, transNo, idempotencyScopeOf(caller.grantId))))
    throw new NotOwned('Not a payment of the grant', caller)
  const found = await lookUpPayment(deps, transNo, { ...caller, origin: 'quick-pay' }).catch(
    (error: unknown): never => {
      throw error instanceof NotFound ? new NotOwned('Not a payment of the grant', caller) : error
    },
  )
  if (caller.isExpired) return paymentResult(found.payment, found.items, new Map(), found.refunded)
  const account = await findAccount(deps.db, caller.memberNumber, caller.accountNumber)
  const balances = new Map(account && [[account.accountNumber, account.balance]])
  return paymentResult(found.payment, found.items, balances, found.refunded)
}
