import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { loadPayable } from '../../accounts/accounts/public.ts'
import { type Payer, startPayment } from '../payments/public.ts'
import { checkEncryptedAccount, idempotencyScopeOf } from './quick-pay-caller.ts'

export interface QuickPaymentCall {
  readonly caller: CallerOf<'quick-pay'>
  readonly memberNumber: string
  readonly encryptedAccount: string
  readonly request: PaymentRequest
}

/**
 * Starts a payment of the verified account, and of no other.
 *
 * @throws NotOwned for another member or account; BadInput for a value that was not made for this grant; what `startPayment`
 *   throws.
 */
export async function startQuickPayment(
  deps: Deps,
  facts: RequestFacts,
  { caller, memberNumber, encryptedAccount, request }: QuickPaymentCall,
): Promise<Requisition> {
  const { accountNumber, grantId } = caller
  if (memberNumber !== caller.memberNumber) throw new NotOwned('Not the member of the grant', caller)
  const now = deps.clock.now()
  checkEncryptedAccount(deps.keys, encryptedAccount, { grantId, accountNumber }, now)
  if (request.accountsToPay.some((one) => one.accountNumber !== accountNumber))
    throw new NotOwned('Not the account of the grant', caller)
  const payer = {
    origin: 'quick-pay',
    memberNumber,
    scope: idempotencyScopeOf(grantId),
    loadAccounts: async (tx) => [{ account: await loadPayable(tx, memberNumber, accountNumber) }],
    fieldOf: () => 'amount',
  } as const satisfies Payer
  return startPayment(deps, facts, payer, request)
}
