import type { LastPaymentAnswer } from '@coopline/contract/paying/payments/payment-request'
import { recentPaymentQuestion } from '@coopline/rules/paying/recent-payment/recent-payment.messages'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { useLanguage, useText } from '../text/text.tsx'

interface RecentPaymentDialogProps {
  readonly open: boolean
  readonly lastPayment: LastPaymentAnswer
  /** Names the account of the payment in the question, where there are several. */
  readonly named?: (question: string) => string
  readonly onContinue: () => void
  /** The member wants no other payment. */
  readonly onCancel: () => void
  /** The question is put away without an answer: nothing happens. */
  readonly onClose: () => void
}

/** Asks before a second payment (QP-27). */
export function RecentPaymentDialog(props: RecentPaymentDialogProps) {
  const { open, lastPayment, named = (question) => question, onContinue, onCancel, onClose } = props
  const text = useText('quickPay').recent
  const { language } = useLanguage()
  const { paymentAmount: amount, paymentDate: date, isUnderWay = false } = lastPayment
  return (
    <Dialog
      open={open}
      title={text.title}
      closeLabel={text.close}
      onClose={onClose}
      width={400}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {text.cancel}
          </Button>
          <Button onClick={onContinue}>{text.continue}</Button>
        </>
      }
    >
      <p>{named(recentPaymentQuestion({ amount, date, isUnderWay }, language))}</p>
    </Dialog>
  )
}
