import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Deps } from '../../../../platform/deps.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { findPaymentsUnderWay, lockPaymentRequests, type UnderWayByAccount } from './payments-under-way.store.ts'
import { type ItemToPay, requestOf } from './request-of-items.ts'
import { requestPayment, identityOf } from './request-payment.ts'
import { type AccountOfPayer, buildPayment, type Payer } from './build-payment.ts'

export interface ItemPayment {
  readonly item: ItemToPay
  readonly paymentType: PaymentType
  /** The fee that the payer saw, in whole cents; a page of a former version does not send it. */
  readonly convenienceFee: Cents | undefined
  /** Refuses the payment by the account and the payments under way, read in the payment's own transaction. */
  readonly check: (account: AccountOfPayer, underWay: UnderWayByAccount) => void
}

/**
 * Starts a payment as `startPayment` does, for a payer who sees only the amount to pay. The other figures of the request are those of
 * the account in the database.
 *
 * @throws what `startPayment` and `check` throw.
 */
export async function startItemPayment(
  deps: Deps,
  facts: RequestFacts,
  payer: Payer,
  { item, paymentType, convenienceFee, check }: ItemPayment,
): Promise<Requisition> {
  const identity = identityOf(deps, facts, payer, [item], [item, paymentType], convenienceFee)
  const { accountNumbers } = identity
  return requestPayment(deps, facts, identity, async (tx, underWay) => {
    // `underWay` is empty where the cooperative allows overpaying; `check` decides by all of them.
    await lockPaymentRequests(tx, accountNumbers)
    const all = await findPaymentsUnderWay(tx, accountNumbers)
    return buildPayment(deps, tx, facts.language, {
      payer,
      requestFor: (loaded) => {
        for (const one of loaded) check(one, all)
        return { ...requestOf(deps, [item])(loaded), paymentType, convenienceFee }
      },
      underWay,
      accountNumbers,
    })
  })
}
