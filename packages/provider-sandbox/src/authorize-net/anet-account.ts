/** A transaction as the double stores it. Amounts in whole cents, times in milliseconds since 1970. */
export interface StoredTransaction {
  readonly transId: string
  readonly type: 'authCaptureTransaction' | 'refundTransaction' | 'chargeback' | 'returnedItem'
  /** The transaction that this one takes back. */
  readonly refTransId: string | null
  readonly submittedAt: number
  readonly amount: number
  readonly invoiceNumber: string
  readonly description: string
  readonly lineItems: readonly object[]
  readonly instrument: Instrument
  readonly profile: ProfileName | null
  status: string
  reasonCode: number
  batchId: string | null
  readonly returnedItems: { readonly id: string; readonly at: number; readonly code: string }[]
}

/** The names of a customer and of one of its methods. */
export interface ProfileName {
  readonly customerProfileId: string
  readonly paymentProfileId: string
}

export interface Instrument {
  readonly kind: 'card' | 'bank'
  readonly brand: string
  /** The test number, of which only the last digits are shown. */
  readonly number: string
  readonly expiry: string
}

interface Batch {
  readonly batchId: string
  readonly settledAt: number
}

/** A page that a token opens. */
export interface HostedPage {
  readonly token: string
  readonly bornAt: number
  /** The parts of a transaction that a payment on this page has. */
  readonly request: TransactionRequest
  readonly methods: readonly Instrument['kind'][]
  readonly returnUrl: string
  readonly cancelUrl: string
  isPaid: boolean
}

/** A page that a token opens, on which a customer stores a method. */
export interface ProfilePage {
  readonly token: string
  readonly bornAt: number
  readonly customerProfileId: string
  readonly methods: readonly Instrument['kind'][]
  readonly returnUrl: string
  readonly returnText: string
  isUsed: boolean
}

/** A customer with the methods that are stored for it, oldest first. */
export interface CustomerProfile {
  readonly customerProfileId: string
  readonly merchantCustomerId: string
  readonly description: string
  readonly paymentProfiles: { readonly paymentProfileId: string; instrument: Instrument }[]
}

/** A transaction as a call asks for it. */
export interface TransactionRequest {
  readonly amount: number
  readonly invoiceNumber: string
  readonly description: string
  readonly lineItems: readonly object[]
  /** Milliseconds within which an equal transaction is refused. */
  readonly duplicateWindow: number
}

export interface Notice {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** The account at the vendor, with its clock. Everything stays in memory. */
export interface AnetAccount {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Settles a charge as soon as it is made, as if its batch had been due. */
  readonly settlesAtOnce: boolean
  readonly transactions: Map<string, StoredTransaction>
  readonly batches: Batch[]
  readonly pages: Map<string, HostedPage>
  /** False while the account refuses calls about customers. */
  keepsCustomers: boolean
  readonly customers: Map<string, CustomerProfile>
  readonly profilePages: Map<string, ProfilePage>
  readonly notices: Notice[]
  /** Takes each of the news as soon as it is stored. */
  readonly send: (notice: Notice) => void
}

/** A refusal of a call, with the vendor's code. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

let lastId = 60_000_000_000

/** Returns a new id. Ids grow and are not dense, as the vendor's do. */
export function newId(): string {
  lastId += 1 + Math.floor(Math.random() * 50)
  return String(lastId)
}

/** Finds a transaction. @throws Refusal when there is none. */
export function transactionOf({ transactions }: AnetAccount, transId: string): StoredTransaction {
  const found = transactions.get(transId)
  if (found === undefined) throw new Refusal('E00040', 'The record cannot be found.')
  return found
}

/** Finds a customer. @throws Refusal when there is none. */
export function customerOf({ customers }: AnetAccount, customerProfileId: string): CustomerProfile {
  const found = customers.get(customerProfileId)
  if (found === undefined) throw new Refusal('E00040', 'The record cannot be found.')
  return found
}

/** Finds a stored method; `null` when the customer or the method is gone. */
export function profileOf(
  { customers }: AnetAccount,
  profile: ProfileName,
): { readonly profile: ProfileName; readonly instrument: Instrument } | null {
  const methods = customers.get(profile.customerProfileId)?.paymentProfiles ?? []
  const found = methods.find(({ paymentProfileId }) => paymentProfileId === profile.paymentProfileId)
  return found === undefined ? null : { profile, instrument: found.instrument }
}
