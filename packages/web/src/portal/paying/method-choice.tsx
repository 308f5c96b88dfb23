import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { formatUsd } from '@coopline/rules/kernel/money'
import {
  notPayableMessage,
  notPayableTogetherMessage,
  paymentMethodName,
  restrictionTooltip,
} from '@coopline/rules/paying/payment-method/payment-method.messages'
import type { CardType, PaymentMethods, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { type RadioCard, RadioCards } from '@coopline/ui/radio-cards'
import { useLanguage, useText } from '../text/text.tsx'

interface MethodChoiceProps {
  readonly methods: PaymentMethods
  readonly cards: readonly CardType[]
  /** The methods are those that several accounts share. */
  readonly several?: boolean
  readonly settings: PaymentSettingsAnswer
  readonly value: PaymentType
  readonly onChange: (method: PaymentType) => void
  /** Methods that the provider keeps, listed first. The others are entered on its page. */
  readonly stored?: {
    readonly options: readonly RadioCard[]
    /** `null`: none of them is chosen. */
    readonly value: string | null
    readonly onChange: (methodId: string) => void
  }
}

/** Card or eCheck. A restricted method stays in sight and says that it is, and that the other one is left. */
export function MethodChoice({
  methods,
  cards,
  several = false,
  settings,
  value,
  onChange,
  stored,
}: MethodChoiceProps) {
  const text = useText('quickPay').pay
  const { language } = useLanguage()

  const option = (method: PaymentType, isOpen: boolean, icon: 'card' | 'bank', description: string): RadioCard => {
    const title = paymentMethodName(method, language)
    const tooltip = restrictionTooltip(methods.restriction, language)
    if (isOpen || tooltip === null) return { value: method, title, icon, description }
    return {
      value: method,
      title,
      disabledReason: several
        ? notPayableTogetherMessage({ code: 'method-not-shared', field: 'paymentType', method }, language)
        : notPayableMessage({ code: 'method-restricted', field: 'paymentType', method }, '', language),
      tip: { label: text.aboutRestriction(title), text: tooltip },
    }
  }

  const { maxChargeAmount } = settings.paymentSettings
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(cards.map((card) => text.cardNames[card]))
  const cardText = [
    ...(cards.length === 0 ? [] : [text.cards(names)]),
    ...(maxChargeAmount === null ? [] : [text.cardLimit(formatUsd(maxChargeAmount))]),
  ].join(' ')

  return (
    <RadioCards
      legend={text.method}
      name="paymentType"
      value={stored?.value ?? value}
      onChange={({ currentTarget: chosen }) =>
        chosen.value === 'cc' || chosen.value === 'echeck' ? onChange(chosen.value) : stored?.onChange(chosen.value)
      }
      options={[
        ...(stored?.options ?? []),
        option('cc', methods.card, 'card', cardText),
        option('echeck', methods.echeck, 'bank', text.echeck),
      ]}
    />
  )
}
