import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'

/** The states of the page that waits for a payment's result. */
export type ResultView =
  | { readonly at: 'nothing' }
  | { readonly at: 'checking' }
  /** The member paid, and is no longer signed in. */
  | { readonly at: 'signed-out' }
  /** The server has no answer from the provider, or could not be reached; polling continues. */
  | { readonly at: 'processing'; readonly missed: boolean }
  /** Polling has ended without a result. */
  | { readonly at: 'given-up'; readonly error: unknown }
  | { readonly at: 'known'; readonly result: PaymentResult }
  /** The server refused the request: the payment is not this token's, or the token has expired. */
  | { readonly at: 'failed'; readonly error: unknown }

/** Waits before asking again, two minutes in all; later ones are longer, for a provider that is slow today. */
export const waitsMs: readonly number[] = [2000, 3000, 5000, 8000, 12_000, 20_000, 30_000, 40_000]
