import type { PaymentResult } from '@coopline/contract/payments/payments.contract'
import type { Deps } from '../../platform/deps.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { findAccount } from '../accounts/public.ts'
import { lookUpPayment, paymentResult } from '../payments/public.ts'
import type { QuickPayCaller } from './quick-pay-caller.ts'
import { refuseForeign } from './refuse-foreign.ts'

/**
 * What became of the payment that the provider sent the payer back from. The address only points at it: what is answered
 * is what the ledger and the provider's signed word say.
 *
 * @throws NotFound when the provider did not make the pointer, or the payment is not one of the pass's account.
 */
export async function loadPaymentStatus(
  deps: Deps,
  facts: RequestFacts,
  caller: QuickPayCaller,
  encryptedPayload: string,
): Promise<PaymentResult> {
  const transNo = deps.gateway.readReturn(encryptedPayload)
  const payment = await lookUpPayment(deps, transNo, caller).catch(async (error: unknown) => {
    if (error instanceof NotFound) return refuseForeign(deps, facts, caller, 'payment')
    throw error
  })
  const account = await findAccount(deps.db, caller.memberNumber, caller.accountNumber)
  return paymentResult(payment, account?.balance ?? null)
}
