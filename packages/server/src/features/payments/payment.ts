import type { HandOffTerms, ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentType } from '@coopline/rules/payment-method/payment-methods'
import type { PaymentState } from '@coopline/rules/payment-state/payment-state'

/** A payment. Amounts in whole cents; `amount` is without the convenience fee. */
export interface Payment {
  readonly transNo: string
  readonly memberNumber: string
  /** The account that the payment was requested for; its items may name more. */
  readonly accountNumber: string
  readonly state: PaymentState
  /** The method chosen at first; the one paid with once the payment is settled. */
  readonly paymentType: PaymentType
  readonly amount: Cents
  readonly currency: string
  readonly language: Language
  readonly reconnectMeter: boolean
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly settledAt: Date | null
  /** When the provider was last asked about it. */
  readonly statusCheckedAt: Date | null
  readonly convenienceFee: Cents | null
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  readonly message: string | null
  readonly handOff: HandOffTerms
  /** Hash of what was asked with the caller's key. */
  readonly requestHash: Uint8Array
  /** The provider's figures, when staff accepted them although they differ from the request. */
  readonly accepted: ProviderEvent | null
}

/** One account of a payment and what is paid on it. */
export interface PaymentItem {
  readonly accountNumber: string
  readonly amount: Cents
}

/** What a new payment is made of. */
export interface NewPayment {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly origin: 'quick-pay'
  readonly paymentType: PaymentType
  readonly amount: Cents
  readonly language: Language
  readonly reconnectMeter: boolean
  readonly items: readonly PaymentItem[]
  readonly handOff: HandOffTerms
}
