import type { PaymentToConfirm } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { addCents, type Cents, formatUsd, maxCents, minCents, zeroCents } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useState } from 'react'
import type { MemberChoice } from '../../../portal/paying/stored-member-payment.ts'
import { useText } from '../../../portal/text/text.tsx'
import type { PayAccount } from './check-pay-accounts.ts'

/** A payment that the bank wants confirmed, as the form begins with it: on the provider's page, where the bank can ask. */
interface ToConfirm {
  readonly transNo: string
  readonly choice: MemberChoice
}

/** The payments that can still be confirmed, each with no more than is due by now. */
export function choicesToConfirm(
  payments: readonly PaymentToConfirm[],
  accounts: readonly PayAccount[],
): readonly ToConfirm[] {
  return payments.flatMap(({ transNo, accounts: wanted }) => {
    const amounts: Record<string, Cents> = {}
    for (const { accountNumber, paymentAmount } of wanted) {
      const found = accounts.find(({ account }) => account.accountNumber === accountNumber)
      const amount = found === undefined ? zeroCents : minCents(paymentAmount, mostDue(found, paymentAmount))
      if (amount > 0) amounts[accountNumber] = amount
    }
    return Object.keys(amounts).length === 0 ? [] : [{ transNo, choice: { amounts, method: 'cc', stored: null } }]
  })
}

const mostDue = ({ account, payable }: PayAccount, wanted: Cents): Cents => {
  if (payable.blocked.length > 0) return zeroCents
  return payable.account.isPrepaid ? wanted : maxCents(account.amountDue ?? account.accountBalance, zeroCents)
}

interface WithToConfirmProps {
  readonly waiting: readonly ToConfirm[]
  /** The number of the payment that the address names; `null` without one. */
  readonly linked: string | null
  /** Gets the one to fill in; undefined when the member chose none. */
  readonly children: (confirmed: ToConfirm | undefined) => ReactNode
}

/** Says above the form which payments the bank wants confirmed, each with a button that fills it in (REQ-D-414). */
export function WithToConfirm({ waiting, linked, children }: WithToConfirmProps) {
  const text = useText('payMultiple').toConfirm
  // It stays when the payment is paid elsewhere meanwhile: the form has what the member typed since.
  const [confirmed, setConfirmed] = useState(() => waiting.find(({ transNo }) => transNo === linked))
  return (
    <Stack>
      {confirmed !== undefined && <Alert tone="info" title={text.shown} focusOnMount={confirmed.transNo !== linked} />}
      {confirmed === undefined &&
        waiting.map((one) => {
          const amount = formatUsd(addCents(...Object.values(one.choice.amounts)))
          return (
            <Alert key={one.transNo} tone="info" title={text.waiting(amount)}>
              <Button variant="secondary" onClick={() => setConfirmed(one)}>
                {text.choose(amount)}
              </Button>
            </Alert>
          )
        })}
      {children(confirmed)}
    </Stack>
  )
}
