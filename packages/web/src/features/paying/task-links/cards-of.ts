import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { isOn } from '@coopline/rules/kernel/flag'
import { acceptedCardTypes, type CardType } from '@coopline/rules/paying/payment-method/payment-methods'

/** The kinds of cards that the cooperative takes. */
export const cardsOf = ({ paymentSettings: brands }: PaymentSettingsAnswer): readonly CardType[] =>
  acceptedCardTypes({
    allowVisa: isOn(brands.allowVisa),
    allowMaster: isOn(brands.allowMaster),
    allowAmex: isOn(brands.allowAmex),
    allowDiscover: isOn(brands.allowDiscover),
  })
