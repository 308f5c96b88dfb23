import type { PaymentResult } from '@coopline/contract/payments/payments.contract'
import { formatUsd, subtractCents } from '@coopline/rules/kernel/money'
import { type Fact, Facts } from '@coopline/ui/facts'
import { useText } from '../../portal/text.tsx'

/** The figures of a payment (PS-05 to PS-10). What the provider charged is the total; the payment is that less the fee. */
export function PaymentFacts({ result }: { readonly result: PaymentResult }) {
  const text = useText('paymentResult').confirmed
  const { accountNumber, accountBalance, paymentAmount: total, convenienceFee: fee } = result
  const lastFour = result.cardOrBankAccountNumberLastFourDigits
  const present = (label: string, value: string | null): readonly Fact[] =>
    value === null || value === '' ? [] : [{ label, value }]

  return (
    <Facts
      facts={[
        ...present(text.accountNumber, accountNumber),
        ...present(text.accountBalance, accountBalance === null ? null : formatUsd(accountBalance)),
        { label: text.paymentAmount, value: formatUsd(subtractCents(total, fee)) },
        { label: text.convenienceFee, value: formatUsd(fee) },
        { label: text.totalPaymentAmount, value: formatUsd(total), total: true },
        ...present(text.lastFour[result.paymentType ?? 'unknown'], lastFour),
      ]}
    />
  )
}
