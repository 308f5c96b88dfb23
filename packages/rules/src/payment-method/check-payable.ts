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
 * Decides whether an account may be paid online with the chosen method (spec 000 §5, "Cutoff and method restrictions").
 * The account's own cutoff state counts, and comes first: no other method would help.
 */
export function checkPayable(
  account: Pick<PayableAccount, 'isPrepaid' | 'cutoffAmount'>,
  settings: { readonly payOnlinePayCutoffAccount: boolean },
  methods: PaymentMethods,
  chosen: PaymentType,
): NotPayable | null {
  if (isInCutoff(account) && !settings.payOnlinePayCutoffAccount) return { code: 'cutoff-not-payable' }
  if (methods.restriction === 'both') return { code: 'both-methods-restricted' }
  const open = chosen === 'cc' ? methods.card : methods.echeck
  return open ? null : { code: 'method-restricted', field: 'paymentType', method: chosen }
}
