import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { formatUsd, subtractCents } from '@coopline/rules/kernel/money'
import { type Fact, Facts } from '@coopline/ui/facts'
import { useText } from '../../../portal/text/text.tsx'

/** The figures of a payment (PS-05 to PS-10). What the provider charged is the total; the payment is that less the fee. */
export function PaymentFacts({ result }: { readonly result: PaymentResult }) {
  const text = useText('paymentResult').confirmed
  const { accountNumber, accountBalance, paymentAmount: total, convenienceFee: fee, refundedAmount } = result
  const lastFour = result.cardOrBankAccountNumberLastFourDigits
  // One account needs no list.
  const accounts = result.accounts.length > 1 ? result.accounts : []
  const present = (label: string, value: string | null): readonly Fact[] =>
    value === null || value === '' ? [] : [{ label, value }]

  return (
    <Facts
      facts={[
        ...(accounts.length > 0 ? [] : present(text.accountNumber, accountNumber)),
        ...present(text.accountBalance, accountBalance === null ? null : formatUsd(accountBalance)),
        ...accounts.map((one) => ({
          label: text.account(one.accountNumber),
          value: formatUsd(one.paymentAmount),
          note: one.accountBalance === null ? undefined : text.balanceNow(formatUsd(one.accountBalance)),
        })),
        { label: text.paymentAmount, value: formatUsd(subtractCents(total, fee)) },
        { label: text.convenienceFee, value: formatUsd(fee) },
        { label: text.totalPaymentAmount, value: formatUsd(total), total: true },
        // The heading says that a whole payment was refunded.
        ...(refundedAmount === undefined || refundedAmount >= total
          ? []
          : [{ label: text.refunded, value: text.partOf(formatUsd(refundedAmount), formatUsd(total)) }]),
        ...present(text.lastFour[result.paymentType ?? 'unknown'], lastFour),
      ]}
    />
  )
}
