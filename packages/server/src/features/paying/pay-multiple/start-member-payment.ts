import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { memberPayer, startPayment } from '../payments/public.ts'

/**
 * Starts one payment for accounts of the member who is signed in.
 *
 * @throws NotOwned when one of the accounts is not the member's, or closed with nothing owed: the answer does not tell which. What `startPayment` throws.
 */
export async function startMemberPayment(
  deps: Deps,
  { caller, request: facts }: MemberRequest,
  request: PaymentRequest,
): Promise<Requisition> {
  return startPayment(deps, facts, memberPayer(caller.memberNumber), request)
}
