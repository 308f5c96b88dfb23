import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { addCents } from '@coopline/rules/kernel/money'
import { isInCutoff } from '@coopline/rules/paying/payment-amount/amount-limits'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import {
  accountFigures,
  accountForGuest,
  accountsWithCeiling,
  findGuestPayment,
  findPayableAccounts,
  findPaymentsUnderWay,
  guestPayer,
  isPayable,
  lookUpPayment,
  methodSettings,
  paymentResult,
  paymentSettingsAnswer,
  paymentsUnderWayAnswer,
  startPayment,
} from '../../paying/payments/public.ts'
import { requireLiveSession } from '../sign-in/public.ts'
import { lockShare } from './guests.store.ts'
import { requireShared, type SharedPlace } from './view-shared.ts'

/**
 * Loads the amounts that a guest may pay on a shared account, and the payment settings. The answer does not depend on the next payment of
 * an arrangement or on the member's other accounts.
 *
 * @throws as `requireShared`; NotOwned for a closed account with nothing owed.
 */
export async function loadSharedPayment(
  deps: Deps,
  who: MemberRequest,
  place: SharedPlace,
): Promise<AnswerOf<typeof sharedAccess.payable>> {
  const { memberNumber } = (await requireShared(deps, who, place, 'account', 'view-and-pay')).view
  const { accountNumber } = place
  const found = (await findPayableAccounts(deps.db, memberNumber, [accountNumber])).get(accountNumber)
  if (found === undefined || !isPayable(found)) throw new NotOwned('Not an account to pay', { accountNumber })
  const settings = methodSettings(deps)
  const account = accountForGuest(found.account)
  const limited = accountsWithCeiling(settings, [account])
  const underWay = limited.length === 0 ? undefined : await findPaymentsUnderWay(deps.db, limited)
  return {
    account: accountFigures(account),
    settings: paymentSettingsAnswer(settings, { memberHasCutoffAccount: isInCutoff(account) }),
    paymentsUnderWay: paymentsUnderWayAnswer(settings, underWay?.get(accountNumber)),
  }
}

/**
 * Starts a payment of a shared account, and of no other. The access and the session are checked again, and locked, in the
 * transaction that records the payment; a repetition with the same key passes the same check.
 *
 * @throws as `requireShared`; NotSignedIn when the session ended in the meantime; what `startPayment` throws.
 */
export async function paySharedAccount(
  deps: Deps,
  who: MemberRequest,
  place: SharedPlace,
  request: BodyOf<typeof sharedAccess.pay>,
): Promise<AnswerOf<typeof sharedAccess.pay>> {
  const { id: accessId, accountNumber } = place
  const { memberNumber: guestNumber, loginId } = who.caller
  const { memberNumber, email } = (await requireShared(deps, who, place, 'account', 'view-and-pay')).view
  if (request.accountsToPay.some((one) => one.accountNumber !== accountNumber))
    throw new NotOwned('Not the shared account', { accountNumber })
  const confirm = async (tx: Tx) => {
    const share = { accessId, loginId, accountNumber, needs: 'view-and-pay' } as const
    if (!deps.settings.current().sharedAccess || !(await lockShare(tx, share, deps.clock.now())))
      throw new NotOwned('The caller may no longer pay the account', { accountNumber })
    await requireLiveSession(tx, who.caller)
  }
  const payer = guestPayer(memberNumber, { accessId, loginId, guestNumber, email }, confirm)
  return startPayment(deps, who.request, payer, request)
}

/**
 * Loads the result of a payment that the guest made, even after the access has ended. It omits the balance, which may have changed.
 *
 * @throws NotFound when the provider did not make the pointer; NotOwned when the caller's login did not make the payment.
 */
export async function loadSharedPaymentStatus(
  deps: Deps,
  { caller }: MemberRequest,
  encryptedPayload: string,
): Promise<PaymentResult> {
  const transNo = deps.gateways.readReturn(encryptedPayload)
  const own = await findGuestPayment(deps.db, transNo, caller.loginId)
  if (own === undefined) throw new NotOwned('Not a payment of the caller')
  const { payment, items, refunded } = await lookUpPayment(deps, transNo, { origin: 'guest', ...own })
  // Staff may have booked the payment on an account that the guest does not know.
  const amount = addCents(...items.map((item) => item.amount))
  return paymentResult(payment, [{ accountNumber: own.accountNumber, amount }], new Map(), refunded)
}
