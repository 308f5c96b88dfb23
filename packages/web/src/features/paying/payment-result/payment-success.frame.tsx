import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { CheckingPayment } from './checking-payment.tsx'
import styles from './payment-result.module.css'

/** The page before the result is known: it claims nothing about the payment. */
export function PaymentSuccessFrame() {
  const text = useText('paymentResult').checking
  return (
    <div className={styles.page}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        <CheckingPayment view={null} />
      </Stack>
    </div>
  )
}
