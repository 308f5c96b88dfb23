import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { convenienceFee, type FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { HandOffTerms } from '../../../../platform/payment-gateway/payment-gateway.ts'

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
