import type { LastPaymentAnswer } from '@coopline/contract/paying/payments/payment-request'
import { type ReactNode, useState } from 'react'
import { RecentPaymentDialog } from '../../../portal/paying/recent-payment.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { PayAccount } from './check-pay-accounts.ts'

interface RecentPayment {
  readonly accountNumber: string
  readonly last: LastPaymentAnswer
}

interface RecentPaymentQuestion {
  /** Pays at once, or after the question when one of the accounts was paid in the last days. */
  readonly ask: (chosen: readonly PayAccount[], pay: () => void) => void
  readonly dialog: ReactNode
}

/** Asks once before an account is paid that was paid in the last days (REQ-D-310). @param isAlone there is only one account. */
export function useRecentPayment(isAlone: boolean): RecentPaymentQuestion {
  const { atAccount } = useText('payMultiple')
  const [asked, setAsked] = useState<{ readonly recent: RecentPayment; readonly pay: () => void } | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  const close = () => setAsked(null)
  return {
    ask: (chosen, pay) => {
      const recent = newestOf(chosen)
      if (recent === undefined || isConfirmed) pay()
      else setAsked({ recent, pay })
    },
    dialog: asked !== null && (
      <RecentPaymentDialog
        open
        lastPayment={asked.recent.last}
        {...(!isAlone && { named: (question: string) => atAccount(asked.recent.accountNumber, question) })}
        onContinue={() => {
          setConfirmed(true)
          close()
          asked.pay()
        }}
        onCancel={close}
        onClose={close}
      />
    ),
  }
}

/** The newest of the recent payments of some accounts; of one day, that of the first account. */
const newestOf = (chosen: readonly PayAccount[]): RecentPayment | undefined =>
  chosen
    .flatMap(({ account: { accountNumber, lastPayment } }) =>
      lastPayment ? [{ accountNumber, last: lastPayment }] : [],
    )
    .reduce<RecentPayment | undefined>(
      (newest, one) => (newest !== undefined && newest.last.paymentDate >= one.last.paymentDate ? newest : one),
      undefined,
    )
