import { isInCutoff, type PayableAccount } from '../payment-amount/payable-account.ts'
import { type PaymentMethods, type PaymentType, sharedMethods } from './payment-methods.ts'

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

/** Some of the accounts can be paid by card only and others by eCheck only. */
export interface NoSharedMethod {
  readonly code: 'no-shared-method'
  readonly field: 'paymentType'
}

/** The chosen method is not open for at least one of several accounts; the other one is open for all. */
export interface MethodNotShared {
  readonly code: 'method-not-shared'
  readonly field: 'paymentType'
  readonly method: PaymentType
}

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

/** Says why several accounts, each of which can be paid, cannot be paid together with the chosen method. */
export function checkPayableTogether(
  each: readonly PaymentMethods[],
  chosen: PaymentType,
): NoSharedMethod | MethodNotShared | null {
  const shared = sharedMethods(each)
  if (shared.restriction === 'both') return { code: 'no-shared-method', field: 'paymentType' }
  const isOpen = chosen === 'cc' ? shared.card : shared.echeck
  return isOpen ? null : { code: 'method-not-shared', field: 'paymentType', method: chosen }
}
