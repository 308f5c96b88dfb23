import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { memberPayer, startPayment } from '../payments/public.ts'

/**
 * Starts one payment for accounts of the signed-in member.
 *
 * @throws NotOwned when one of the accounts is not the member's, or is closed with nothing owed; the answer does not reveal which. Also
 *   what `startPayment` throws.
 */
export async function startMemberPayment(
  deps: Deps,
  { caller, request: facts }: MemberRequest,
  request: PaymentRequest,
): Promise<Requisition> {
  return startPayment(deps, facts, memberPayer(caller.memberNumber), request)
}
