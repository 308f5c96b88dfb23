import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { BadInput, Unavailable } from '../errors.ts'
import type { UnreadablePayment } from './read-payment.ts'
import { protocolRefusal } from '../refusal.ts'

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

interface HostedForm {
  readonly actionUrl: string
  readonly clientId: string
  readonly securityToken: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
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
export interface MethodEvent {
  readonly eventId: string
  readonly type: 'method.stored'
  /** The reference of our request to store it. */
  readonly reference: string
  /** Charges the method: a secret that is only ever stored encrypted. */
  readonly token: string
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string
  /** The last month in which a card can be charged, `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
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
  readonly language: Language
  readonly requestedAt: Date
  /** The draft that the method is stored for, if it is for one. */
  readonly draft?: DraftOfMethod
}

export interface DraftOfMethod {
  readonly accountNumber: string
  /** The name of the account or accounts on the provider's page. */
  readonly accountDisplay: string
  readonly customData: string
}

/** A charge of a stored method, once per transaction number however often it is sent. Amounts in whole cents. */
interface TokenCharge {
  readonly transNo: string
  readonly token: string
  readonly accountNumber: string
  readonly accountDisplay: string
  readonly amount: Cents
  readonly convenienceFee: Cents
  readonly language: Language
}

export type MethodStatus =
  /** The provider does not know the request, or the payer has stored nothing yet. */
  | { readonly kind: 'unknown' | 'open' | 'canceled' }
  | { readonly kind: 'stored'; readonly event: MethodEvent }
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

export type ProviderStatus =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'open' }
  | { readonly kind: 'events'; readonly events: readonly ProviderEvent[]; readonly standing: ProviderStanding }
  /** The provider answered, but its answer about this payment cannot be read. */
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

/** `refused`: the provider does not refund the payment in its state there. */
export type RefundStatus = ProviderStatus | { readonly kind: 'refused' }

/** One payment of a report; its events may be of several days. */
export type ReportedPayment =
  | {
      readonly kind: 'readable'
      readonly transNo: string
      readonly events: readonly ProviderEvent[]
      readonly standing: ProviderStanding
    }
  | { readonly kind: 'unreadable'; readonly payment: UnreadablePayment }

/** Thrown when the provider answers and refuses to forget this stored method. */
export class RefusedMethod extends Unavailable {
  constructor(status: number) {
    super('The payment provider')
    this.message = `The payment provider refuses to forget the method: it answers ${status}.`
  }
}

/** Thrown by `verifyPostback` for a signed body that is no postback that we can read. 400: the provider sends it again. */
export class UnreadablePostback extends BadInput {
  readonly payment: UnreadablePayment
  readonly eventId: string
  constructor(eventId: string, payment: UnreadablePayment) {
    super(protocolRefusal('not-valid', 'The body is not a postback'))
    this.eventId = eventId
    this.payment = payment
  }
}

/** The payment provider. No other part of the server knows how one is spoken to. */
export interface PaymentGateway {
  /** Builds the form that hands the payer over, without a call to the provider. */
  readonly requisition: (handOff: HandOff) => Promise<HostedForm>
  /**
   * Asks for the status of a payment. @throws Unavailable when the provider does not answer within ten seconds.
   */
  readonly status: (transNo: string) => Promise<ProviderStatus>
  /** Builds the form that lets the payer store a card or a bank account, without a call to the provider. */
  readonly methodRequisition: (handOff: MethodHandOff) => Promise<HostedForm>
  /** Asks for the status of a request to store a method. @throws Unavailable as above. */
  readonly methodStatus: (reference: string) => Promise<MethodStatus>
  /**
   * Charges a stored method. A repeat with the same transaction number charges nothing more and returns the payment's current
   * state.
   * @throws Unavailable when the provider does not answer: the method may have been charged; the status call tells.
   */
  readonly charge: (charge: TokenCharge) => Promise<ProviderStatus>
  /**
   * Refunds a payment, fee included. A repeat refunds nothing more and returns the payment's current state.
   * @throws Unavailable when the provider does not answer: the payment may have been refunded; the status call tells.
   */
  readonly refund: (transNo: string) => Promise<RefundStatus>
  /** Makes the provider forget a stored method, known to it or not. @throws Unavailable as above; RefusedMethod when it refuses this one. */
  readonly forgetMethod: (token: string) => Promise<void>
  /**
   * Reads every payment that the provider settled on a UTC day, for reconciliation, a page at a time.
   * @param take receives each page before it is known whether the rest of the report can be read.
   * @throws Unavailable as above; UnusableReport when the report is cut or malformed: what was taken must not be used.
   */
  readonly report: (day: string, take: (page: readonly ReportedPayment[]) => Promise<void>) => Promise<void>
  /**
   * Verifies a postback's signature over the raw bytes and parses it.
   * @throws NotSignedIn for a bad, missing, foreign or stale signature; UnreadablePostback for a body of another form.
   */
  readonly verifyPostback: (
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ) => ProviderEvent | MethodEvent
  /**
   * The transaction number that a returning browser carries, when the provider signed it.
   * @throws NotFound when it did not.
   */
  readonly readReturn: (encodedParam: string) => string
  /**
   * Builds the pointer, as `readReturn` takes it, for a payment without a visit to the provider. It leads to the result
   * page.
   */
  readonly returnTo: (transNo: string) => string
  /** Origins that the browser may post the form to, for the content security policy. */
  readonly formOrigins: readonly string[]
}
