import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { findStoredMethod, memberPayer, payWithStoredMethod } from '../payments/public.ts'
import { findFirstUseOfBrowser } from '../../identity/sign-in/public.ts'

/** A method or a browser counts as new for this long after its first use. */
const newForMs = 24 * 3600_000

/**
 * Pays accounts of the signed-in member with one of their stored methods.
 *
 * @throws NotOwned when the method or one of the accounts is not the member's; StepUpRequired when the method was stored, or the
 *   login first used this browser, within a day and the member has not proven who they are since; what `payWithStoredMethod` throws.
 */
export async function payWithOwnMethod(
  deps: Deps,
  { caller, request }: MemberRequest,
  { methodId, payment, convenienceFee: displayedFee }: BodyOf<(typeof payMultiple)['payStored']>,
): Promise<AnswerOf<(typeof payMultiple)['payStored']>> {
  const { memberNumber, loginId } = caller
  const method = await findStoredMethod(deps.db, memberNumber, methodId)
  if (method === undefined) throw new NotOwned('Not a stored method of the member')
  const deviceSince = await findFirstUseOfBrowser(deps, loginId, request)
  const known = deps.clock.now().getTime() - newForMs
  if (deviceSince === undefined || deviceSince.getTime() > known || method.addedAt.getTime() > known)
    requireFreshProof(deps, caller)
  const paid = await payWithStoredMethod(deps, request, memberPayer(memberNumber), payment, { methodId, displayedFee })
  return { transNo: paid.transNo, outcome: paid.outcome, encodedParam: deps.gateways.returnTo(paid.transNo) }
}
