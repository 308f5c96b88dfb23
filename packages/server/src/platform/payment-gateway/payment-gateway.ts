import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { BadInput, Unavailable } from '../errors.ts'
import type { MethodFacts, MethodNews } from './method-news.ts'
import type { Proof } from './proofs.ts'
import type { UnreadablePayment } from './read-payment.ts'
import { protocolRefusal } from '../refusal.ts'

/** A provider that the portal can speak to. Each payment, request and stored method keeps the one that it began with (decision 0290). */
export type ProviderName = 'hosted-form' | 'stripe' | 'authorize-net'

/** The provider of a row. Rows of former versions name none: they are of the hosted form. */
export const providerOf = (stored: ProviderName | null): ProviderName => stored ?? 'hosted-form'

/** The abilities of a provider. The portal offers nothing else. */
export interface Capabilities {
  /** The methods that payers can use on the provider's page. */
  readonly methods: readonly PaymentType[]
  /** The methods that can be stored and charged later; empty when none can. */
  readonly storedMethods: readonly PaymentType[]
  /** `parts`: any amount up to what is left. `whole`: only the payment. `none`: staff refund at the provider. */
  readonly refunds: 'none' | 'whole' | 'parts'
}

/** The terms of a hand-off from the settings, frozen when the payment was requested. */
export interface HandOffTerms {
  /** The method chosen at first, which may not be the one paid with. */
  readonly paymentType: PaymentType
  readonly enableCard: boolean
  readonly enableEcheck: boolean
  readonly acceptedCardTypes: readonly CardType[]
  readonly cardFee: FeeOption
  readonly echeckFee: FeeOption
  readonly maxCardAmount: Cents | null
  readonly coopNumber: string
  readonly utilityName: string
  readonly applicationId: string
  readonly quickPay: boolean
  /** True when the amounts include tax; absent from payments of former versions, which sent false. */
  readonly taxIncluded?: boolean
  /** The name of the account or accounts on the provider's page; absent from payments of former versions. */
  readonly accountDisplay?: string
  /**
   * The text that the provider gets in place of the account number, where the payer must not learn the number from the
   * form.
   */
  readonly accountAlias?: string
  readonly returnUrl: string
  readonly cancelUrl: string
  /** The stored method that is charged without a page. */
  readonly storedMethodId?: string
}

/**
 * The terms and facts of a payment that is handed to the provider. Amounts are whole cents; `amount` is without the
 * fee.
 */
export interface HandOff extends HandOffTerms {
  readonly transNo: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly language: Language
  /** The time of the payment request. The form of a payment contains it, and so stays the same. */
  readonly requestedAt: Date
}

/** A payment as an adapter needs it: what was handed off, and the provider's name for it. Amounts in whole cents. */
export interface PaymentAtProvider extends HandOff {
  /** The provider's reference; `null` when it uses ours, or when the answer that named it was lost. */
  readonly reference: string | null
  /** The provider's number of the charge, once the payment is paid. */
  readonly confirmationNumber?: string | null
  /** The fee of the method that was chosen; once the payment is settled, the fee that was charged. */
  readonly convenienceFee: Cents
  readonly items: readonly { readonly accountNumber: string; readonly amount: Cents }[]
  readonly memberNumber: string
  readonly expiresAt: Date
}

/** A field of a form that the browser posts. */
export interface FormField {
  readonly name: string
  readonly value: string
}

/** The way to the provider's page. */
export type HandOffTarget =
  /** The browser posts these fields, in this order, as they are. */
  | {
      readonly kind: 'form'
      readonly action: string
      readonly securityToken: string
      readonly fields: readonly FormField[]
    }
  /** The browser goes to this address. */
  | { readonly kind: 'redirect'; readonly url: string }

/** A page of the provider that a payer can be sent to. */
export interface StartedPage {
  readonly target: HandOffTarget
  /** The provider's name for the payment or request; `null` when it uses ours. */
  readonly reference: string | null
}

/** An event of the provider about a payment, from any source. Amounts in whole cents. */
export interface ProviderEvent {
  readonly eventId: string
  readonly type:
    | 'payment.succeeded'
    | 'payment.declined'
    | 'payment.canceled'
    | 'payment.refunded'
    | 'payment.returned'
    | 'payment.reinstated'
  readonly transNo: string
  readonly accountNumber: string
  readonly currency: string
  readonly amount: Cents
  readonly convenienceFee: Cents
  readonly totalAmount: Cents
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string | null
  /** The provider's id of the charge or, for money that moved later, of that movement: it tells equal parts apart. */
  readonly confirmationNumber: string | null
  readonly message: string | null
  /**
   * The cents of the payment that the provider holds after this event, fee included; below zero when more went back
   * than was charged. Absent when the provider does not say.
   */
  readonly netAmount?: Cents
  /**
   * The cents that this refund, return or reinstatement alone moved, fee included. Absent when the provider does not say: it then counts
   * as the whole payment.
   */
  readonly movedAmount?: Cents
  /**
   * On the events of a charge that was voided before it was settled: the id of its success. No money moved. So the success and its refund
   * count when that success was recorded before; otherwise they are one decline.
   */
  readonly voidedSuccess?: string
  /** On a decline: the bank asks the payer to confirm, which is possible on the provider's page only. */
  readonly needsPayer?: true
  readonly occurredAt: string
}

/**
 * The status that the provider reports for a payment, and the cents of it that the provider holds, when it says so. A payment is refunded
 * or returned when nothing of it is left.
 */
export interface ProviderStanding {
  readonly status: 'open' | 'succeeded' | 'declined' | 'canceled' | 'refunded' | 'returned'
  readonly netAmount: Cents | null
}

/** The provider has stored a card or a bank account that we may charge by its token. */
export interface MethodEvent extends MethodFacts {
  readonly eventId: string
  readonly type: 'method.stored'
  /** The reference of our request to store it. */
  readonly reference: string
  /** Charges the method: a secret that is only ever stored encrypted. */
  readonly token: string
  /** A text that is equal for equal bank accounts, however often they are stored. It is stored only as a keyed hash. */
  readonly fingerprint?: string | undefined
}

/** The request that the payer store a card or a bank account on the provider's page, without a charge. */
export interface MethodHandOff
  extends Pick<
    HandOffTerms,
    | 'coopNumber'
    | 'utilityName'
    | 'applicationId'
    | 'enableCard'
    | 'enableEcheck'
    | 'acceptedCardTypes'
    | 'returnUrl'
    | 'cancelUrl'
  > {
  readonly reference: string
  readonly memberNumber: string
  readonly language: Language
  readonly requestedAt: Date
  readonly expiresAt: Date
  /** The draft that the method is stored for, if it is for one. */
  readonly draft?: DraftOfMethod
}

/** The facts of a stored card that its network may renew. */
export type CardFacts = Pick<MethodEvent, 'cardType' | 'lastFour'> & { readonly expiry: string }

export interface DraftOfMethod {
  readonly accountNumber: string
  /** The name of the account or accounts on the provider's page. */
  readonly accountDisplay: string
  readonly customData: string
}

/** A request to store a method, as an adapter finds it again. */
export interface MethodAtProvider {
  /** Our reference of the request. */
  readonly reference: string
  /** The provider's reference; `null` as for a payment. */
  readonly providerReference: string | null
  readonly memberNumber: string
}

export type MethodStatus =
  /** The provider does not know the request, or the payer has stored nothing yet. */
  | { readonly kind: 'unknown' | 'open' | 'canceled' }
  | { readonly kind: 'stored'; readonly event: MethodEvent }
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

/** A payer's bank contests a payment, or asks about it. What it moves are events. */
export interface Dispute {
  /** The provider's name for it. */
  readonly reference: string
  /** The contested amount in whole cents. */
  readonly amount: Cents
  /** The time until which the cooperative can answer; `null` when it was answered or is over, or where the provider does not say. */
  readonly answerBy: string | null
  /** True while the provider waits for the answer. */
  readonly needsAnswer: boolean
}

/** A payment as the provider knows it now. */
export type ProviderPayment =
  | { readonly kind: 'unknown' }
  /** `isHeld`: a charge was made and is neither paid nor declined, as under review. It may be paid however late, and does not expire. */
  | { readonly kind: 'open'; readonly isHeld?: true }
  /** The page ended without a charge and can no longer be paid. */
  | { readonly kind: 'over' }
  | {
      readonly kind: 'events'
      readonly events: readonly ProviderEvent[]
      readonly standing: ProviderStanding
      readonly disputes?: readonly Dispute[]
    }
  /** The provider answered, but its answer about this payment cannot be read. */
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

/** A refund that staff ordered. */
export interface RefundOrder {
  /** Our id: the same order is made once, however often it is sent. */
  readonly refundId: string
  /** Whole cents, fee included. */
  readonly amount: Cents
  /** True for all that was received. The requested amounts of the payment do not tell, since staff may have accepted others. */
  readonly isWhole: boolean
}

/** `refused`: the provider does not make the refund. `state`: not in the state that the payment has there. */
export type RefundAnswer = ProviderPayment | { readonly kind: 'refused'; readonly why: RefusedRefund }

export type RefusedRefund = 'state' | 'too-much' | 'too-old' | 'not-settled' | 'balance'

/** News from a postback whose signature was verified. */
export type ProviderNews =
  /** The news is complete and is applied as it is. */
  | { readonly kind: 'payment'; readonly event: ProviderEvent }
  | { readonly kind: 'method'; readonly event: MethodEvent }
  /**
   * Something changed: the portal fetches it. `noticeId` is the provider's id of the news, one for each thing that changed: the portal looks
   * nothing up under an id that it knows.
   */
  | { readonly kind: 'look-up'; readonly noticeId: string; readonly subject: NewsSubject }
  /** News of test mode in live mode, or the reverse. Nothing of it may count. `mode` is that of the news. */
  | { readonly kind: 'wrong-mode'; readonly noticeId: string; readonly mode: 'test' | 'live' }

/** The thing that changed at the provider. */
export type NewsSubject =
  /** It may be a payment of another portal on the same account: ours are those that we have. */
  | { readonly about: 'payment'; readonly transNo: string }
  /** The payment or request must be found by a reference of the provider, such as that of a dispute. */
  | { readonly about: 'reference'; readonly reference: string }
  /** Our reference of a request to store a method. */
  | { readonly about: 'method-request'; readonly reference: string }

/** One payment of a report, with events of any day. `isForeign`: under the mark of another portal, or of ours at a former PUBLIC_ORIGIN. */
export type ReportedPayment = (
  | {
      readonly kind: 'readable'
      readonly transNo: string
      readonly events: readonly ProviderEvent[]
      readonly standing: ProviderStanding
      readonly disputes?: readonly Dispute[]
    }
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }
) & { readonly isForeign?: true }

/** Thrown when the page of a payment has ended, or too little of its life is left to open it. */
export class PageOver extends Error {}

/** Thrown for a report that ends early or is no list of payments. Nothing may be concluded from any part of it. */
export class UnusableReport extends Unavailable {
  constructor(day: string, why: string) {
    super('The report of the payment provider')
    this.message = `The payment provider's report of ${day} is not usable: ${why}. Nothing of it was booked.`
  }
}

/** Thrown when the provider answers and refuses to forget this stored method. */
export class RefusedMethod extends Unavailable {
  constructor(status: number | string) {
    super('The payment provider')
    this.message = `The payment provider refuses to forget the method: it answers ${status}.`
  }
}

/** Thrown by `readEvents` for a signed body that is no postback that we can read. 400: the provider sends it again. */
export class UnreadablePostback extends BadInput {
  readonly payment: UnreadablePayment
  readonly eventId: string
  constructor(eventId: string, payment: UnreadablePayment) {
    super(protocolRefusal('not-valid', 'The body is not a postback'))
    this.eventId = eventId
    this.payment = payment
  }
}

/**
 * One payment provider. No other part of the server knows how one is spoken to. A function may make several calls to the provider, and
 * each of them ends within ten seconds or throws Unavailable. Every number of ours makes a thing once.
 */
export interface PaymentGateway {
  readonly name: ProviderName
  readonly capabilities: Capabilities
  /**
   * Creates the provider's page for a payment, or the form that leads to it. A repeat for the same payment gets the same page.
   * @throws Unavailable; PageOver when too little of its time is left.
   */
  readonly start: (payment: PaymentAtProvider) => Promise<StartedPage>
  /** Creates the page that stores a card or a bank account without a charge. @throws Unavailable. */
  readonly startMethod: (request: MethodHandOff) => Promise<StartedPage>
  /**
   * Verifies a postback over its raw bytes and reads it. It makes no call to the provider, because a flood must cost nothing.
   * @param headers all headers of the call, with lower-case names.
   * @returns nothing for a genuine call from which nothing follows: another portal's payment, an unknown type.
   * @throws NotSignedIn for a bad, missing, foreign or stale signature; UnreadablePostback for a body of another form.
   */
  readonly readEvents: (
    headers: Readonly<Record<string, string>>,
    rawBody: Uint8Array,
  ) => Promise<readonly ProviderNews[]>
  /** Fetches a payment. @throws Unavailable. */
  readonly fetch: (payment: PaymentAtProvider) => Promise<ProviderPayment>
  /** Fetches a request to store a method. @throws Unavailable. */
  readonly fetchMethod: (request: MethodAtProvider) => Promise<MethodStatus>
  /** Finds our number of the payment, or of the request to store a method, that a reference is about; `null`: not ours. @throws Unavailable. */
  readonly findNumber: (reference: string) => Promise<string | null>
  /**
   * Charges a stored method. A repeat charges nothing more and returns the payment's current state.
   * @param remember stores the provider's reference. It is called before money can move, and waited for; not called by a provider that
   *   uses our number. It returns false when another process has stored the reference and may be sending the charge.
   * @throws Unavailable when the provider does not answer: the method may have been charged; `fetch` tells.
   */
  readonly charge: (
    payment: PaymentAtProvider,
    token: string,
    remember: (reference: string) => Promise<boolean>,
  ) => Promise<ProviderPayment>
  /**
   * Refunds a payment, once per `refundId`. A repeat refunds nothing more and returns the payment's current state.
   * @throws Unavailable when the provider does not answer: the payment may have been refunded; `fetch` tells.
   */
  readonly refund: (payment: PaymentAtProvider, order: RefundOrder) => Promise<RefundAnswer>
  /**
   * Ends the page of an unpaid payment, where the provider can, so that nobody pays it later. The answer has what it was paid meanwhile.
   * @throws Unavailable.
   */
  readonly end: (payment: PaymentAtProvider) => Promise<ProviderPayment>
  /** Fetches the facts that a stored card has now; `null` for one that is gone or unreadable. Absent without renewals. @throws Unavailable. */
  readonly fetchCard?: (token: string) => Promise<CardFacts | null>
  /** Finds what a reference of the provider says of stored methods; `null`: nothing. Absent without such news. @throws Unavailable. */
  readonly findMethodNews?: (reference: string) => Promise<MethodNews | null>
  /** Makes the provider forget a stored method, known to it or not. @throws Unavailable; RefusedMethod when it refuses this one. */
  readonly forget: (token: string) => Promise<void>
  /**
   * Reads every payment that moved at the provider on a UTC day, for reconciliation, as they arrive. A payment may come in several pieces.
   * @throws Unavailable; UnusableReport when the report is cut or malformed: what was read of it must not be used.
   */
  readonly report: (day: string) => AsyncIterable<ReportedPayment>
  /** Proves keys and set-up by a round trip that moves no money. Never throws. */
  readonly prove: () => Promise<readonly Proof[]>
  /** Resolves when the provider answers at all. @throws Unavailable. */
  readonly ping: () => Promise<void>
  /** Origins that the browser may post a form to, for the content security policy. */
  readonly formOrigins: readonly string[]
}
