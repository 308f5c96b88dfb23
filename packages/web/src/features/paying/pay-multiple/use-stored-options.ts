import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { CardType, PaymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { notPayableTogetherMessage } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { checkStoredMethod } from '@coopline/rules/paying/stored-method/check-stored-method'
import { storedMethodMessage, storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { RadioCard } from '@coopline/ui/radio-cards'
import { methodTitle, type StoredMethod, type StoredMethods } from '../../../portal/paying/stored-methods.ts'
import { useLanguage } from '../../../portal/text/text.tsx'

interface Terms {
  /** The methods that the chosen accounts share. */
  readonly shared: PaymentMethods
  readonly cards: readonly CardType[]
  /** `null` while it is not known. */
  readonly total: Cents | null
  readonly settings: PaymentSettingsAnswer
}

export interface StoredOption {
  readonly method: StoredMethod
  readonly option: RadioCard
  /** The reason that it cannot be chosen now; `null` when it can. */
  readonly problem: string | null
}

/** The stored methods as choices; one that cannot be charged now stays in sight and says why. */
export function useStoredOptions(stored: StoredMethods | null, terms: Terms): readonly StoredOption[] {
  const { language } = useLanguage()
  const { shared, cards, total, settings } = terms
  return (stored?.results ?? []).map((method) => {
    const { paymentType, methodId } = method
    const isOpen = paymentType === 'cc' ? shared.card : shared.echeck
    const refused = checkStoredMethod(method, total ?? zeroCents, {
      acceptedCardTypes: cards,
      maxCardAmount: settings.paymentSettings.maxChargeAmount,
      month: stored?.month ?? '',
    })
    const problem = isOpen
      ? refused && storedMethodMessage(refused, language)
      : notPayableTogetherMessage({ code: 'method-not-shared', field: 'paymentType', method: paymentType }, language)
    const title = methodTitle(method, language)
    const name = storedMethodName(method, language)
    const icon = paymentType === 'cc' ? 'card' : 'bank'
    const words = name === title ? {} : { description: name }
    const option: RadioCard = {
      value: methodId,
      title,
      icon,
      ...words,
      ...(problem !== null && { disabledReason: problem }),
    }
    return { method, option, problem }
  })
}
