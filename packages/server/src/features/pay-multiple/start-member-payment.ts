import type { PaymentRequest } from '@coopline/contract/payments/payment-request'
import type { Requisition } from '@coopline/contract/payments/payments.contract'
import type { Deps } from '../../platform/deps.ts'
import { NotOwned } from '../../platform/errors.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { type AccountOfPayer, type Payer, startPayment } from '../payments/public.ts'
import { findPayableAccounts, isPayable } from './payable-accounts.store.ts'

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
  const { memberNumber } = caller
  const payer = {
    origin: 'member',
    memberNumber,
    scope: `member:${memberNumber}`,
    loadAccounts: async (tx, accountNumbers) => {
      const own = await findPayableAccounts(tx, memberNumber, accountNumbers)
      return accountNumbers.map((accountNumber): AccountOfPayer => {
        const found = own.get(accountNumber)
        if (found === undefined || !isPayable(found))
          throw new NotOwned('Not an account that the member may pay', { accountNumber })
        return found
      })
    },
    fieldOf: (accountNumber) => `paymentAmount.${accountNumber}`,
  } as const satisfies Payer
  return startPayment(deps, facts, payer, request)
}
