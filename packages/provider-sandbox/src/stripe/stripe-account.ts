import type { StoredCharge, StoredKind, StoredObjects, StoredTransaction } from './stored-objects.ts'
import type { StripeStore } from './stripe.store.ts'
import { newTransaction } from './money-back-objects.ts'

/** The account at the vendor: its objects, its clock, and the way to tell the portal. */
export interface StripeAccount {
  readonly store: StripeStore
  /** Seconds since 1970 by the clock of the vendor. */
  readonly now: () => number
  /** Stores an event about an object and sends it to the portal. */
  readonly emit: (type: string, object: StoredObjects[StoredKind]) => void
  /** The portal's address for events. */
  readonly webhookUrl: string
}

/** A refusal that the vendor answers a call with. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>> & { readonly message: string }) {
    super(body.message)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, code?: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) })

export const missing = (kind: string, id: string): Refusal =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` })

/** Loads an object that a call names. @throws Refusal 404 when there is none. */
export function load<K extends StoredKind>(account: StripeAccount, kind: K, id: string | null): StoredObjects[K] {
  const found = account.store.find(kind, id)
  if (found === undefined) throw missing(kind, id ?? '')
  return found
}

/** The vendor's own fee in whole cents: 2.9 % and 30 cents for cards, 0.8 % and at most $5.00 for bank accounts. */
export const processingFee = (charge: StoredCharge): number =>
  charge.payment_method_details?.type === 'us_bank_account'
    ? Math.min(500, Math.round(charge.amount * 0.008))
    : Math.round(charge.amount * 0.029) + 30

/** Books a movement on the balance of the account. */
export const book = (
  { store }: StripeAccount,
  fields: Pick<StoredTransaction, 'amount' | 'fee' | 'reporting_category' | 'source' | 'type'>,
): StoredTransaction => store.add(newTransaction(store.born('balance_transaction'), fields))

export const isBank = (charge: StoredCharge): boolean => charge.payment_method_details?.type === 'us_bank_account'
