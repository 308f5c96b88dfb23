import type Stripe from 'stripe'

/** An object of the API as the vendor stores it: what it refers to stands in it as an id. The answer to a call expands ids on request. */
type Flat<T> = { [K in keyof T]: string extends T[K] ? Extract<T[K], string | null | undefined> : T[K] }

export type StoredSession = Flat<Stripe.Checkout.Session>
export type StoredIntent = Flat<Stripe.PaymentIntent>
export type StoredSetupIntent = Flat<Stripe.SetupIntent>
export type StoredCharge = Flat<Stripe.Charge>
export type StoredRefund = Flat<Stripe.Refund>
export type StoredDispute = Flat<Stripe.Dispute>
export type StoredTransaction = Flat<Stripe.BalanceTransaction>
export type StoredPayout = Flat<Stripe.Payout>
export type StoredMandate = Flat<Stripe.Mandate>
export type StoredCustomer = Flat<Stripe.Customer>
export type StoredMethod = Flat<Stripe.PaymentMethod>

/** The objects that the double stores, by the value of `object`. */
export interface StoredObjects {
  readonly 'checkout.session': StoredSession
  readonly payment_intent: StoredIntent
  readonly setup_intent: StoredSetupIntent
  readonly charge: StoredCharge
  readonly refund: StoredRefund
  readonly dispute: StoredDispute
  readonly balance_transaction: StoredTransaction
  readonly payout: StoredPayout
  readonly customer: StoredCustomer
  readonly mandate: StoredMandate
  readonly payment_method: StoredMethod
}

export type StoredKind = keyof StoredObjects

/** Beginning of the ids of each kind, as the vendor has them. */
export const idPrefixes: Readonly<Record<StoredKind, string>> = {
  'checkout.session': 'cs_test_',
  payment_intent: 'pi_',
  setup_intent: 'seti_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'dp_',
  balance_transaction: 'txn_',
  payout: 'po_',
  customer: 'cus_',
  mandate: 'mandate_',
  payment_method: 'pm_',
}

/** The version of the API whose objects the double answers with. */
export const apiVersion = '2026-10-28.endive'

/** Facts that every object is born with. */
export interface Born {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
}

/** A postal address that nobody gave. */
export const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
