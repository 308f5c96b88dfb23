/** Payment type on the wire (PH-15): `cc` is a card, `echeck` a bank account. */
export type PaymentType = 'cc' | 'echeck'

/** What an account says about the methods it may be paid with. */
export interface MethodEligibility {
  readonly isCcEligible: boolean
  readonly isEcheckEligible: boolean
  /** The member may write no more checks; it counts only where the cooperative enforces it. */
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

/** Which methods are open (`true`), what is restricted, and the method that is left when exactly one is. */
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
