import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { convenienceFee, type FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { addCents, type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { Facts } from '@coopline/ui/facts'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useLanguage, useText } from '../text/text.tsx'
import { useEffect, useState } from 'react'

/** Id of the text that describes the button that pays: the total with its fee. A page has one form that pays. */
export const paymentTotalId = 'payment-total'

/** Screen readers hear the total once nothing has been typed for this long. */
const settledMs = 800

interface PaymentTotalProps {
  /** The total amount, in cents; `null` while it is not known. */
  readonly amount: Cents | null
  /** A remark about the amount, such as the number of accounts. */
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
  const described = total === null || fee === null ? '' : text.totalWithFee(total, formatUsd(fee))
  const settled = useSettled(described, settledMs)
  const unknown = (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{text.notKnown}</VisuallyHidden>
    </>
  )
  const { onlineConvFeeText } = language === 'es' ? settings.spanishTexts : settings

  return (
    <>
      {/* The button that pays refers to the text; the live region says it when it changes. */}
      <p id={paymentTotalId} hidden>
        {described}
      </p>
      <VisuallyHidden live="polite">{settled}</VisuallyHidden>
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
    </>
  )
}

/** The value once it has stayed the same for some milliseconds; until then the one before. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
