import { type FeeOption, convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentOutcome } from '@coopline/contract/paying/payments/payments.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import { currentKeyFor, hmac, type Keys } from '../../../platform/keys.ts'
import type { Random } from '../../../platform/random.ts'
import type {
  HandOffTarget,
  HandOffTerms,
  PaymentAtProvider,
  ProviderEvent,
  ProviderName,
} from '../../../platform/payment-gateway/payment-gateway.ts'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { PaymentState, Posting } from '@coopline/rules/paying/payment-state/payment-state'

/** A reason to charge a stored method while the member is absent. */
export type ChargeReason = (typeof chargeReasons)[number]

const chargeReasons = ['autopay', 'scheduled', 'draft'] as const

/** True when the payer was absent when the payment began, so that only a notice can report its outcome. */
export const isChargedAway = ({ origin }: Pick<Payment, 'origin'>): boolean =>
  origin === 'bank' || chargeReasons.some((reason) => reason === origin)

/** True when the payer signed in, now or at the set-up. False when an account number with a few digits, or a link, was enough. */
export const hasLogin = (origin: PaymentOrigin): boolean => originsWithoutLogin.every((one) => one !== origin)

export const originsWithoutLogin = ['quick-pay', 'link'] as const satisfies readonly PaymentOrigin[]

/** A payment. Amounts in whole cents; `amount` is without the convenience fee. */
export interface Payment {
  readonly transNo: string
  readonly memberNumber: string
  /** The account that the payment was requested for; its items may name more. */
  readonly accountNumber: string
  readonly origin: PaymentOrigin
  readonly state: PaymentState
  /** The chosen method; once the payment is settled, the method that was used. */
  readonly paymentType: PaymentType
  readonly amount: Cents
  readonly currency: string
  readonly language: Language
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly settledAt: Date | null
  /** The time when the provider was last asked about the payment. */
  readonly statusCheckedAt: Date | null
  readonly convenienceFee: Cents | null
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  readonly message: string | null
  readonly handOff: HandOffTerms
  /** The hash of the request that was sent with the caller's key. */
  readonly requestHash: Uint8Array
  /** The provider's figures, when staff accepted them although they differ from the request. */
  readonly accepted: ProviderEvent | null
  /** The provider that took the payment; `null`, for payments of former versions, is the hosted form. */
  readonly provider: ProviderName | null
  /** The provider's name for the payment; `null` when it uses ours. */
  readonly providerReference: string | null
}

/** One account of a payment and the amount that is paid on it, in whole cents. */
export interface PaymentItem {
  readonly accountNumber: string
  readonly amount: Cents
}

/** An account that the payer asked to pay. */
export interface RequestedItem extends PaymentItem {
  /** True when the amount is enough to reconnect the meter of this account. */
  readonly reconnectMeter: boolean
}

/** A person with shared access who pays an account of the member who shares it. */
export interface Guest {
  readonly accessId: string
  readonly loginId: string
  /** The number of the guest's own login. */
  readonly guestNumber: string
  /** The invited address, for the receipt. */
  readonly email: string
}

/** The facts of a new payment. */
export interface NewPayment {
  /** The payer, when it is not the member. */
  readonly guest?: Guest
  readonly memberNumber: string
  readonly accountNumber: string
  readonly origin: PaymentOrigin
  readonly paymentType: PaymentType
  readonly amount: Cents
  readonly language: Language
  readonly items: readonly RequestedItem[]
  readonly handOff: HandOffTerms
  readonly provider: ProviderName | null
}

// Without 0, 1, I and O, because people read transaction numbers out on the phone.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const toTransNo = (bytes: Uint8Array): string =>
  `T${[...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')}`

/** Creates the id of a refund: R and 16 letters and digits. The provider carries it out once, however often it is sent. */
export const newRefundId = (random: Random): string => newTransNo(random).replace('T', 'R')

/** Creates a transaction number: T and 16 letters and digits, 80 random bits. */
export const newTransNo = (random: Random): string => toTransNo(random.bytes(16))

/**
 * Returns the transaction number of a charge without the member. It depends on the charge only, so the charge keeps its number when the
 * database is restored from an earlier backup. The provider charges a number once, and then reports the charge that was made.
 */
export const transNoOfCharge = (keys: Keys, scope: string, idempotencyKey: string): string =>
  toTransNo(hmac(currentKeyFor(keys, 'trans-no'), `${scope}\n${idempotencyKey}`).slice(0, 16))

/** Formats the account that a payment was requested for, and the number of its other accounts: `102200101 +4`. */
export const accountDisplay = (accounts: number, accountNumber: string): string =>
  accounts === 1 ? accountNumber : `${accountNumber} +${accounts - 1}`

/** Masks an account number for a payer who may know its last four digits only: `****0101`. */
export const maskedAccount = (accountNumber: string): string => `****${lastFour(accountNumber)}`

/**
 * The kind of a booking, which is unique within its payment: the second refund, return or reinstatement is `refund#2`, `return#2` or
 * `reinstatement#2`. A `return-fee` moves no money: the account owes it.
 */
export type BookingKind = Posting | 'return-fee' | `${Exclude<Posting, 'payment'>}#${number}`

/** A refund that staff asked for: without an answer yet, carried out by the provider, or refused by it. */
export type RefundState = 'asked' | 'done' | 'refused'

/** Removes the number from the kind of a booking: `refund#2` becomes `refund`. */
export const plainKind = (kind: BookingKind): Posting | 'return-fee' => kind.split('#', 1)[0] as Posting | 'return-fee'

export const outcomeOf = (payment: Payment): PaymentOutcome =>
  payment.state === 'requested' || payment.state === 'handed-off' ? 'processing' : payment.state

/** Returns the name on the payment page: the utility's, or else the cooperative's. */
export const utilityNameOf = (settings: Settings): string =>
  settings.utilityName === '' ? settings.coopName : settings.utilityName

/** The convenience fee of each method. A charge on a later day stores the fees that the member agreed to. */
export type FeeTerms = Pick<HandOffTerms, 'cardFee' | 'echeckFee'>

/** Returns the current fees. */
export const feeTermsOf = (settings: Pick<Settings, 'cardConvenienceFee' | 'echeckConvenienceFee'>): FeeTerms => ({
  cardFee: settings.cardConvenienceFee,
  echeckFee: settings.echeckConvenienceFee,
})

/** Returns the fee of one method. */
export const feeOptionOf = ({ cardFee, echeckFee }: FeeTerms, paymentType: PaymentType): FeeOption =>
  paymentType === 'cc' ? cardFee : echeckFee

/** Returns the fee for an amount, in whole cents. */
export const feeOn = (terms: FeeTerms, paymentType: PaymentType, amount: Cents): Cents =>
  convenienceFee(feeOptionOf(terms, paymentType), amount)

/**
 * Returns the fees to charge for an amount that a member set up earlier: for each method the lower one of the agreed and the current fee
 * (REQ-D-270).
 *
 * @param agreed the fees that the member agreed to; `null` where none were stored. The current fees then apply.
 */
export const feesToCharge = (agreed: FeeTerms | null, now: FeeTerms, amount: Cents): FeeTerms =>
  agreed === null
    ? now
    : {
        cardFee: lesser(agreed.cardFee, now.cardFee, amount),
        echeckFee: lesser(agreed.echeckFee, now.echeckFee, amount),
      }

const lesser = (agreed: FeeOption, now: FeeOption, amount: Cents): FeeOption =>
  convenienceFee(agreed, amount) < convenienceFee(now, amount) ? agreed : now

/**
 * Returns the fee for the requested amount and the used method, in whole cents, by the terms that were handed off. Where one method was
 * handed off, it is the fee of that method even when the provider reports another one: the payer saw no other fee.
 */
export const expectedFee = (
  { handOff, amount }: Pick<Payment, 'handOff' | 'amount'>,
  paymentType: ProviderEvent['paymentType'],
): Cents => feeOn(handOff, onlyMethodOf(handOff) ?? paymentType, amount)

const onlyMethodOf = ({ enableCard, enableEcheck }: HandOffTerms): PaymentType | null =>
  enableCard === enableEcheck ? null : enableCard ? 'cc' : 'echeck'

/** Returns a payment as the adapter of its provider needs it. */
export const atProvider = ({
  payment,
  items,
}: {
  readonly payment: Payment
  readonly items: readonly PaymentItem[]
}): PaymentAtProvider => ({
  ...payment.handOff,
  transNo: payment.transNo,
  reference: payment.providerReference,
  confirmationNumber: payment.confirmationNumber,
  memberNumber: payment.memberNumber,
  accountNumber: payment.accountNumber,
  amount: payment.amount,
  convenienceFee: payment.convenienceFee ?? expectedFee(payment, payment.paymentType),
  items: items.map(({ accountNumber, amount }) => ({ accountNumber, amount })),
  language: payment.language,
  requestedAt: payment.requestedAt,
  expiresAt: payment.expiresAt,
})

/** Builds the answer that sends a browser to the provider's page: a form to post, or an address to go to. */
export const requisitionOf = (
  target: HandOffTarget,
  { transNo, clientId }: { readonly transNo: string; readonly clientId: string },
): Requisition =>
  target.kind === 'form'
    ? {
        paymentRequisitionSettings: {
          actionUrl: target.action,
          clientId,
          transNo,
          securityToken: target.securityToken,
        },
        configuration: { fields: [...target.fields] },
      }
    : {
        // A page of the former build refuses the empty address, and posts nowhere.
        paymentRequisitionSettings: { actionUrl: '', clientId, transNo, securityToken: '' },
        configuration: { fields: [] },
        redirectUrl: target.url,
      }

/** The member number of requests to store a payment method whose member was erased. */
export const erasedMember = ''
