import type { Calls } from '@coopline/contract/calls'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { useText } from '../../../portal/text/text.tsx'

export type LinkedPayment = Calls['POST /v3/task-links/bill/status']['answer']

/** A payment that was received, by the last four digits of its account. */
export function PaidBill({ payment }: { readonly payment: LinkedPayment }) {
  const text = useText('taskLinks')
  const { accountEnding, paymentAmount, convenienceFee, confirmationNumber } = payment
  return (
    <>
      <Alert tone="success" title={text.paid.title} focusOnMount>
        {text.receipt}
      </Alert>
      <Card>
        <Facts
          facts={[
            { label: text.paid.account, value: accountEnding },
            ...(confirmationNumber === null ? [] : [{ label: text.paid.confirmation, value: confirmationNumber }]),
            ...(convenienceFee === 0 ? [] : [{ label: text.paid.fee, value: formatUsd(convenienceFee) }]),
            { label: text.paid.amount, value: formatUsd(paymentAmount), total: true },
          ]}
        />
      </Card>
    </>
  )
}
