import type { Cents } from '../../kernel/money.ts'
import type { CardType, PaymentType } from '../payment-method/payment-methods.ts'

/** A card or bank account that the provider keeps for a member. */
export interface StoredMethodFacts {
  readonly paymentType: PaymentType
  /** `null` for a bank account. */
  readonly cardType: CardType | null
  /** The last month in which a card can be charged, `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
  /** The bank forbade further debits when it returned one. */
  readonly isRefused?: boolean
  /** The portal can no longer charge it: its provider is no longer set up here, or does not charge such a method. */
  readonly isOutOfReach?: boolean | undefined
}

export interface ChargeTerms {
  readonly acceptedCardTypes: readonly CardType[]
  /** The most that a card may be charged, without the fee; `null` for no limit. */
  readonly maxCardAmount: Cents | null
  /** `yyyy-MM` where the cooperative is. */
  readonly month: string
}

export type StoredMethodProblem =
  | { readonly code: 'method-expired' }
  | { readonly code: 'method-refused' }
  | { readonly code: 'method-out-of-reach' }
  | { readonly code: 'not-stored' }
  | { readonly code: 'card-not-accepted' }
  | { readonly code: 'card-above-maximum'; readonly maximum: Cents }

/** True once a card can no longer be charged. It can be until the last day of its month. */
export const hasExpired = ({ expiry }: Pick<StoredMethodFacts, 'expiry'>, month: string): boolean =>
  expiry !== null && expiry < month

/** Says why a stored method cannot be charged with this amount; `null` when it can. */
export function checkStoredMethod(
  method: StoredMethodFacts,
  amount: Cents,
  { acceptedCardTypes, maxCardAmount, month }: ChargeTerms,
): StoredMethodProblem | null {
  if (method.isOutOfReach === true) return { code: 'method-out-of-reach' }
  if (method.isRefused === true) return { code: 'method-refused' }
  if (hasExpired(method, month)) return { code: 'method-expired' }
  if (method.paymentType !== 'cc') return null
  if (method.cardType !== null && !acceptedCardTypes.includes(method.cardType)) return { code: 'card-not-accepted' }
  if (maxCardAmount !== null && amount > maxCardAmount) return { code: 'card-above-maximum', maximum: maxCardAmount }
  return null
}
