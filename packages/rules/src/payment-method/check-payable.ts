import { isInCutoff, type PayableAccount } from '../payment-amount/payable-account.ts'
import type { PaymentMethods, PaymentType } from './payment-methods.ts'

/** The account is in cutoff and the cooperative takes no online payment for such an account. */
export interface CutoffNotPayable {
  readonly code: 'cutoff-not-payable'
}

export interface BothMethodsRestricted {
  readonly code: 'both-methods-restricted'
}

/** The chosen method is not open for this account; the other one is. */
export interface MethodRestricted {
  readonly code: 'method-restricted'
  readonly field: 'paymentType'
  readonly method: PaymentType
}

export type NotPayable = CutoffNotPayable | BothMethodsRestricted | MethodRestricted

/**
 * Lists every reason why an account cannot be paid online with the chosen method (PM-02 to PM-10). The account's own cutoff
 * state is first, because another method would not help.
 */
export function checkPayable(
  account: Pick<PayableAccount, 'isPrepaid' | 'cutoffAmount'>,
  settings: { readonly payOnlinePayCutoffAccount: boolean },
  methods: PaymentMethods,
  chosen: PaymentType,
): readonly NotPayable[] {
  const restriction = checkMethod(methods, chosen)
  const isBlocked = isInCutoff(account) && !settings.payOnlinePayCutoffAccount
  return [
    ...(isBlocked ? [{ code: 'cutoff-not-payable' } as const] : []),
    ...(restriction === null ? [] : [restriction]),
  ]
}

function checkMethod(methods: PaymentMethods, chosen: PaymentType): BothMethodsRestricted | MethodRestricted | null {
  if (methods.restriction === 'both') return { code: 'both-methods-restricted' }
  const isOpen = chosen === 'cc' ? methods.card : methods.echeck
  return isOpen ? null : { code: 'method-restricted', field: 'paymentType', method: chosen }
}
