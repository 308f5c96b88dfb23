import type { PaymentSettingsAnswer } from '@coopline/contract/payments/payment-request'
import { convenienceFee, type FeeOption } from '@coopline/rules/convenience-fee/convenience-fee'
import { addCents, type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { Facts } from '@coopline/ui/facts'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useLanguage, useText } from '../text.tsx'

interface PaymentTotalProps {
  /** What is paid in all; `null` while it is not known. */
  readonly amount: Cents | null
  /** What the amount is: how many accounts it is for, for example. */
  readonly note?: string | undefined
  /** The fee of what is paid with. */
  readonly feeOption: FeeOption
  readonly settings: PaymentSettingsAnswer
}

/** Amount, fee and total, seen before anything is sent. The provider charges the fee; it is worked out the same way. */
export function PaymentTotal({ amount, note, feeOption, settings }: PaymentTotalProps) {
  const text = useText('quickPay').pay
  const { language } = useLanguage()
  const fee = amount === null || amount <= 0 ? null : convenienceFee(feeOption, amount)
  const total = amount === null || fee === null ? null : formatUsd(addCents(amount, fee))
  const unknown = (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{text.notKnown}</VisuallyHidden>
    </>
  )
  const { onlineConvFeeText } = language === 'es' ? settings.spanishTexts : settings

  return (
    <section aria-label={text.totals}>
      <Facts
        facts={[
          { label: text.amount, value: total === null || amount === null ? unknown : formatUsd(amount), note },
          {
            label: text.fee,
            value: fee === null ? unknown : formatUsd(fee),
            note: onlineConvFeeText.trim() === '' ? undefined : onlineConvFeeText,
          },
          { label: text.total, value: total ?? unknown, total: true },
        ]}
      />
    </section>
  )
}
