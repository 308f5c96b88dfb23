import type { HandOffTarget, PaymentGateway } from '@coopline/server/payment-gateway'
import type { KitTools } from '@coopline/server/testing/kit-portal'

/** A method that a payer enters, by what becomes of it. */
export type Instrument =
  | 'card'
  | 'declined-card'
  /** Stored and paid like any other; each later charge of it is declined. */
  | 'card-declined-later'
  | 'bank'
  /** Accepted, and returned by the bank some days later. */
  | 'closed-bank'

/** A fault that the double of a provider shows until the kit ends it. */
export type Fault =
  /** Every call is answered with 503, and nothing happens. */
  | 'down'
  /** Calls do their work, and the answer is lost on the way. */
  | 'lost-answer'
  /** Every call is answered with something that is not of the provider's form. */
  | 'nonsense'
  /** Lists of payments lack one, and say the total that they have without this fault. */
  | 'short-list'

/** The faults as the doubles of JSON APIs take them. */
export const apiFaults: Readonly<
  Record<
    Fault,
    { readonly kind: 'status'; readonly status: 503 } | { readonly kind: 'lost-answer' | 'nonsense' | 'short-list' }
  >
> = {
  down: { kind: 'status', status: 503 },
  'lost-answer': { kind: 'lost-answer' },
  nonsense: { kind: 'nonsense' },
  'short-list': { kind: 'short-list' },
}

/** News that the provider sent, or would have sent, to the portal. */
export interface News {
  readonly id: string
  readonly body: string
}

/** A call of the provider to the portal. */
export interface SignedCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Ways to sign news other than the right one. */
export interface OddSignature {
  /** Seconds by which the signature is older than now; negative: from the future. */
  readonly age?: number
  /** `wrong`: bytes that no one has. `second`: another key that the portal accepts, as during a rotation. */
  readonly key?: 'wrong' | 'second'
}

/** The parts of the kit that an adapter may lack. A case that needs one is skipped, and says why. */
export type Feature =
  | 'stored-methods'
  | 'bank'
  /** A bank returns a payment days after it was accepted. */
  | 'late-returns'
  | 'disputes'
  /** The provider sends news of returns and disputes. Without it the portal learns of them from the report of the day. */
  | 'news-of-returns'
  /** Refunds of a part, by order of the portal. */
  | 'refund-parts'
  /** Refunds of a part, made at the provider. */
  | 'vendor-parts'
  /** A refund that was made fails later, so that the money is back. */
  | 'failed-refunds'
  /** The page of a payment can be ended. */
  | 'ended-pages'
  /** The signature has a time, so that an old call can be told from a new one. */
  | 'signed-time'
  /** The page fixes the method before the payer sees it. */
  | 'fixed-method'
  /** The provider says how much of a payment it holds. */
  | 'stated-sums'
  /** Its lists of payments say how many they are. */
  | 'list-totals'

/** The other side of an adapter: a stateful double of the provider, with a switch for each fault. Amounts are whole cents, fee included. */
export interface Counterpart {
  /** The settings that make the portal use it. Its address in them begins with `http://127.0.0.1:`. */
  readonly env: Readonly<Record<string, string>>
  /** Every key, token and password in these settings, each by itself. */
  readonly secrets: readonly [string, ...string[]]
  /** Features that it lacks, each with the reason. */
  readonly lacks: Readonly<Partial<Record<Feature, string>>>
  /** Follows the way to the page and enters a method. @returns the address of the way back; `null` when the page stays. */
  readonly pay: (target: HandOffTarget, instrument: Instrument) => Promise<string | null>
  /** Opens the page and leaves it by its way back. @returns the address. */
  readonly cancel: (target: HandOffTarget) => Promise<string>
  /** Lists all news so far, oldest first. Nothing is sent: the kit sends. */
  readonly news: () => Promise<readonly News[]>
  readonly sign: (news: News, odd?: OddSignature) => SignedCall
  /** Actions of the provider's own staff, of a bank, of a network or of time. */
  readonly vendor: {
    readonly refund: (transNo: string, amount?: number) => Promise<void>
    readonly failRefund: (transNo: string) => Promise<void>
    readonly dispute: (transNo: string) => Promise<void>
    readonly closeDispute: (transNo: string, result: 'won' | 'lost') => Promise<void>
    /** Says what became of a debit, four days after it was accepted. */
    readonly endDebit: (transNo: string) => Promise<void>
  }
  /** Does what is due by the clock, such as the answers of banks to debits. */
  readonly passTime: () => Promise<void>
  readonly setFault: (fault: Fault | null) => Promise<void>
  /** Returns the cents of a payment that the provider holds now. */
  readonly held: (transNo: string) => Promise<number>
  /** Returns how often a payment was charged. */
  readonly charges: (transNo: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** An adapter that the kit tests. */
export interface AdapterUnderTest {
  /** Its name in the address of postbacks. */
  readonly name: string
  /** Makes the adapter. Without it the portal makes its own one of this name, from the settings of the counterpart. */
  readonly create?: (tools: KitTools) => PaymentGateway
  /** @param clock the portal's clock, in milliseconds since 1970. */
  readonly startCounterpart: (clock: () => number) => Promise<Counterpart>
}
