import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd, type Cents } from '@coopline/rules/kernel/money'
import { Facts, type Fact } from '@coopline/ui/facts'
import { useText } from '../../../portal/text/text.tsx'
import type { Payable } from '../../../portal/paying/payment-wire.ts'

interface AccountSummaryProps {
  readonly account: AccountFigures
  readonly payable: Payable
}

/** Shows the amounts that the account owes (REQ-D-049). A prepaid account has no due date, past due or cutoff. */
export function AccountSummary({ account, payable }: AccountSummaryProps) {
  const text = useText('quickPay').pay
  const { isPrepaid } = payable.account
  const whenAboveZero = (label: string, amount: Cents): readonly Fact[] =>
    amount > 0 ? [{ label, value: formatUsd(amount) }] : []

  const standard = (): readonly Fact[] => [
    ...(account.dueDate === null ? [] : [{ label: text.dueDate, value: formatUsDate(account.dueDate) }]),
    ...whenAboveZero(text.pastDue, account.pastDueAmount),
    ...whenAboveZero(text.cutoff, account.cutoffAmount),
    ...whenAboveZero(text.reconnectFee, account.reconnectFee),
    ...whenAboveZero(text.additionalDeposit, account.additionalDeposit),
    ...whenAboveZero(text.disconnectFee, account.disconnectFee),
  ]
  return (
    <Facts
      facts={[
        { label: text.number, value: account.accountNumber },
        {
          label: text.balance,
          value: formatUsd(account.accountBalance),
          note: balanceNote(account, isPrepaid, text.credit),
        },
        ...(isPrepaid ? whenAboveZero(text.prepaidReconnect, account.prepaidReconnectAmount) : standard()),
      ]}
    />
  )
}

/** A balance below zero is a credit on a standard account, and a debt on a prepaid one. */
function balanceNote({ prepaidLabel, accountBalance }: AccountFigures, isPrepaid: boolean, credit: string) {
  if (prepaidLabel.trim() !== '') return prepaidLabel
  return accountBalance < 0 && !isPrepaid ? credit : undefined
}
