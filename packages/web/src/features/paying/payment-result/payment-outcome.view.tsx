import { paths } from '@coopline/contract/paths'
import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Icon } from '@coopline/ui/icon'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { CallUs } from './call-us.tsx'
import { CheckingPayment } from './checking-payment.tsx'
import { doneAddress } from './done-address.ts'
import type { PaidAs } from './stored-result.ts'
import { PaymentFacts } from './payment-facts.tsx'
import styles from './payment-result.module.css'

interface OutcomeProps {
  readonly result: PaymentResult
  readonly paidAs: PaidAs
}

/** A payment whose outcome is known, in its own words; only a confirmed one is called a success. */
export function PaymentOutcomeView({ result, paidAs }: OutcomeProps) {
  switch (result.outcome) {
    case 'confirmed':
      return <ConfirmedPayment result={result} paidAs={paidAs} />
    case 'refunded':
    case 'returned':
      return <ReversedPayment result={result} outcome={result.outcome} paidAs={paidAs} />
    case 'under-review':
    case 'rejected':
      return <ReviewedPayment result={result} outcome={result.outcome} paidAs={paidAs} />
    case 'processing':
      return <CheckingPayment view={{ missed: false }} />
    case 'declined':
    case 'canceled':
    case 'expired':
      break
  }
  return <NotPaid result={result} outcome={result.outcome} paidAs={paidAs} />
}

function ConfirmedPayment({ result, paidAs }: OutcomeProps) {
  const text = useText('paymentResult').confirmed
  return (
    <>
      <div className={styles.confirmed}>
        <span className={styles.mark}>
          <Icon name="check" size="large" />
        </span>
        <div>
          {result.confirmationNumber !== null && (
            <dl>
              <dt className={styles.codeLabel}>{text.confirmationCode}</dt>
              <dd className={styles.code}>{result.confirmationNumber}</dd>
            </dl>
          )}
          <p>{text.keep}</p>
        </div>
      </div>
      <PostbackMessage message={result.postbackMessage} />
      <Card title={text.details}>
        <PaymentFacts result={result} />
      </Card>
      <DoneAndPrint result={result} paidAs={paidAs} />
    </>
  )
}

interface ReversedProps extends OutcomeProps {
  readonly outcome: 'refunded' | 'returned'
}

function ReversedPayment({ result, outcome, paidAs }: ReversedProps) {
  const text = useText('paymentResult')
  return (
    <>
      <Alert tone={outcome === 'refunded' ? 'info' : 'warning'}>
        <p>{text[outcome].text}</p>
      </Alert>
      <PostbackMessage message={result.postbackMessage} />
      <Card title={text.confirmed.details}>
        <PaymentFacts result={result} />
      </Card>
      <CallUs />
      <DoneAndPrint result={result} paidAs={paidAs} />
    </>
  )
}

/** Money may have moved, so nothing here offers to pay again. */
function ReviewedPayment(props: OutcomeProps & { readonly outcome: 'under-review' | 'rejected' }) {
  const { outcome } = props
  const text = useText('paymentResult')
  return (
    <>
      <Alert tone="warning">
        <p>{text[outcome].text}</p>
      </Alert>
      <CallUs />
      <div className={styles.buttons}>
        <WayBack {...props} />
      </div>
    </>
  )
}

interface NotPaidProps extends OutcomeProps {
  readonly outcome: 'declined' | 'canceled' | 'expired'
}

function NotPaid(props: NotPaidProps) {
  const { result, outcome, paidAs } = props
  const again = {
    'quick-pay': paths.quickPay(),
    shared: paths.sharedWithMe(),
    member: paths.payMultiple({ accountno: result.accountNumber }),
  }[paidAs]
  const text = useText('paymentResult')
  return (
    <>
      <Alert tone={outcome === 'declined' ? 'error' : 'warning'} title={result.postbackMessage ?? undefined}>
        <p>{text[outcome].text}</p>
      </Alert>
      <CallUs />
      <div className={styles.buttons}>
        <ButtonLink href={again}>{text.tryAgain}</ButtonLink>
        <WayBack {...props} />
      </div>
    </>
  )
}

/** The provider's message to the payer, always shown as plain text. */
function PostbackMessage({ message }: { readonly message: string | null }) {
  if (message === null || message.trim() === '') return null
  return <Alert tone="info">{message}</Alert>
}

/** Returns the page that the payer came from: home after Quick Pay, the shared accounts for a guest, else the paid account. */
function useDoneAddress({ result, paidAs }: OutcomeProps): string {
  const { member } = useSession()
  const { accountNumber } = result
  return doneAddress({ paidAs, accountNumber, memberNumber: member?.memberNumber ?? null })
}

function WayBack(props: OutcomeProps) {
  const text = useText('paymentResult')
  const address = useDoneAddress(props)
  return (
    <ButtonLink href={address} variant="secondary">
      {{ 'quick-pay': text.home, shared: text.shared, member: text.account }[props.paidAs]}
    </ButtonLink>
  )
}

function DoneAndPrint(props: OutcomeProps) {
  const text = useText('paymentResult').confirmed
  const address = useDoneAddress(props)
  return (
    <div className={styles.buttons}>
      <ButtonLink href={address}>{text.done}</ButtonLink>
      <Button variant="secondary" onClick={() => window.print()}>
        <Icon name="print" /> {text.print}
      </Button>
    </div>
  )
}
