import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'

/** The facts of a stored method that may change: a network renews a card, or someone changes it at the provider. */
export interface MethodFacts {
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string
  /** The last month in which a card can be charged, `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
}

/** The state of a stored method that its provider reports. `gone`: it does not have it. `refused`: the bank no longer allows charges of it. */
export type MethodChange =
  | { readonly kind: 'gone' | 'refused' }
  | { readonly kind: 'facts'; readonly facts: MethodFacts }

/** News of stored methods. */
export interface MethodNews {
  /** The portal looks among its methods with these last digits, or among those that were stored under this reference of the provider. */
  readonly of: { readonly lastFour: string } | { readonly providerReference: string }
  /** Returns the change of the method with a token; `null` when the news are not about it. */
  readonly changeOf: (token: string) => MethodChange | null
}
