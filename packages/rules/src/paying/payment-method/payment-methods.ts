import type { Cents } from '../../kernel/money.ts'
import { isInCutoff, type PayableAccount } from '../payment-amount/amount-limits.ts'

/** Payment type on the wire (PH-15): `cc` is a card, `echeck` a bank account. */
export type PaymentType = 'cc' | 'echeck'

/** Card type codes (PH-23): Visa, Mastercard, American Express, Discover. */
export type CardType = 'VI' | 'MC' | 'AX' | 'DI'

/** The account's restrictions on payment methods. */
export interface MethodEligibility {
  readonly isCcEligible: boolean
  readonly isEcheckEligible: boolean
  /** The member may no longer pay by check; applies only where the cooperative enforces it. */
  readonly noMoreChecks: boolean
}

/** The cooperative's settings that open or close a method. */
export interface MethodSettings {
  readonly utilityAllowCreditCard: boolean
  readonly utilityAllowEcheck: boolean
  readonly echeckProcessAsDraft: boolean
  readonly enforceNoMoreEchecks: boolean
  readonly allowVisa: boolean
  readonly allowMaster: boolean
  readonly allowAmex: boolean
  readonly allowDiscover: boolean
}

/** The methods that are open (`true`), the restriction, and the remaining method when there is exactly one. */
export interface PaymentMethods {
  readonly card: boolean
  readonly echeck: boolean
  readonly restriction: 'none' | 'card' | 'echeck' | 'both'
  readonly forced: PaymentType | null
}

/** Decides which payment methods are open (PM-01 to PM-08, REQ-D-039). */
export function paymentMethods(eligibility: MethodEligibility, settings: MethodSettings): PaymentMethods {
  // With every brand off there is no card to pay with.
  const takesBrand = settings.allowVisa || settings.allowMaster || settings.allowAmex || settings.allowDiscover
  const card = settings.utilityAllowCreditCard && takesBrand && eligibility.isCcEligible
  const echeck =
    !settings.echeckProcessAsDraft &&
    eligibility.isEcheckEligible &&
    settings.utilityAllowEcheck &&
    !(eligibility.noMoreChecks && settings.enforceNoMoreEchecks)
  return methodsOf(card, echeck)
}

/** The methods with which accounts can be paid together: those that each of them may be paid with. */
export const sharedMethods = (each: readonly PaymentMethods[]): PaymentMethods =>
  methodsOf(
    each.every((methods) => methods.card),
    each.every((methods) => methods.echeck),
  )

function methodsOf(card: boolean, echeck: boolean): PaymentMethods {
  if (card && echeck) return { card, echeck, restriction: 'none', forced: null }
  if (card) return { card, echeck, restriction: 'echeck', forced: 'cc' }
  if (echeck) return { card, echeck, restriction: 'card', forced: 'echeck' }
  return { card, echeck, restriction: 'both', forced: null }
}

/** Closes the methods that the payment provider does not take, even when the cooperative accepts them (REQ-D-404). */
export const offeredBy = <Settings extends Pick<MethodSettings, 'utilityAllowCreditCard' | 'utilityAllowEcheck'>>(
  taken: readonly PaymentType[],
  settings: Settings,
): Settings => ({
  ...settings,
  utilityAllowCreditCard: settings.utilityAllowCreditCard && taken.includes('cc'),
  utilityAllowEcheck: settings.utilityAllowEcheck && taken.includes('echeck'),
})

/** The methods that are open to the payer. */
export type OpenMethods = Pick<PaymentMethods, 'card' | 'echeck'>

/**
 * Returns the methods that stay open on the provider's page. Where the fees of a payment differ, only the chosen method stays open, so that
 * the fee shown is the fee charged (REQ-D-406).
 *
 * @param chosen the method that the payer chose on a page of the portal; `undefined` when the page showed no fee.
 * @param fees the fee of each method for the amount to pay, in whole cents.
 */
export const fixMethod = (
  open: OpenMethods,
  chosen: PaymentType | undefined,
  fees: Readonly<Record<PaymentType, Cents>>,
): OpenMethods =>
  chosen === undefined || fees.cc === fees.echeck
    ? { card: open.card, echeck: open.echeck }
    : { card: open.card && chosen === 'cc', echeck: open.echeck && chosen === 'echeck' }

type CardSettings = Pick<MethodSettings, 'allowVisa' | 'allowMaster' | 'allowAmex' | 'allowDiscover'>

/** The card types that the cooperative accepts, always in the order VI, MC, AX, DI. */
export function acceptedCardTypes(settings: CardSettings): readonly CardType[] {
  const accepted: CardType[] = []
  if (settings.allowVisa) accepted.push('VI')
  if (settings.allowMaster) accepted.push('MC')
  if (settings.allowAmex) accepted.push('AX')
  if (settings.allowDiscover) accepted.push('DI')
  return accepted
}

/** The account is in cutoff and the cooperative takes no online payment for such an account. */
interface CutoffNotPayable {
  readonly code: 'cutoff-not-payable'
}

interface BothMethodsRestricted {
  readonly code: 'both-methods-restricted'
}

/** The chosen method is not open for this account; the other one is. */
interface MethodRestricted {
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
