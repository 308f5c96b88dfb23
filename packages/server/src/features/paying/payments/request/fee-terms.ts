import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { convenienceFee, type FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { HandOffTerms } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** The convenience fee of each method. What is charged later stores those that its member was told. */
export type FeeTerms = Pick<HandOffTerms, 'cardFee' | 'echeckFee'>

/** The fees of today. */
export const feeTermsOf = (settings: Pick<Settings, 'cardConvenienceFee' | 'echeckConvenienceFee'>): FeeTerms => ({
  cardFee: settings.cardConvenienceFee,
  echeckFee: settings.echeckConvenienceFee,
})

/** The fee of one method. */
export const feeOptionOf = ({ cardFee, echeckFee }: FeeTerms, paymentType: PaymentType): FeeOption =>
  paymentType === 'cc' ? cardFee : echeckFee

/** The fee for an amount, in whole cents. */
export const feeOn = (terms: FeeTerms, paymentType: PaymentType, amount: Cents): Cents =>
  convenienceFee(feeOptionOf(terms, paymentType), amount)

/**
 * The fees to charge for an amount that a member set up before: of those that they were told and those of now the lesser (REQ-D-270).
 *
 * @param told `null` where a former version set it up: then those of now.
 */
export const feesToCharge = (told: FeeTerms | null, now: FeeTerms, amount: Cents): FeeTerms =>
  told === null
    ? now
    : { cardFee: lesser(told.cardFee, now.cardFee, amount), echeckFee: lesser(told.echeckFee, now.echeckFee, amount) }

const lesser = (told: FeeOption, now: FeeOption, amount: Cents): FeeOption =>
  convenienceFee(told, amount) < convenienceFee(now, amount) ? told : now
