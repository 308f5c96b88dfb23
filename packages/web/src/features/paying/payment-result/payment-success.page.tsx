import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useRef } from 'react'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { CheckingPayment } from './checking-payment.tsx'
import type { PaidAs } from './stored-result.ts'
import { PaymentOutcomeView } from './payment-outcome.view.tsx'
import styles from './payment-result.module.css'
import type { ResultView } from './result-view.ts'
import { usePaymentResult } from './use-payment-result.ts'
import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { CallUs } from './call-us.tsx'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { failureMessage } from '../../../portal/call/failure-message.ts'

/** The return page for a payer who paid at the provider. It shows the server's state of the payment, never the address's claims. */
export function PaymentSuccessPage() {
  const { view, paidAs, askAgain } = usePaymentResult()
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useTitle(view)

  // The heading has the result, so it gets the focus when it changes.
  const first = useRef(title)
  useEffect(() => {
    if (title !== first.current) heading.current?.focus()
    first.current = title
  }, [title])

  return (
    <div className={styles.page}>
      <Stack gap="large">
        <PageHeading ref={heading} title={title} />
        <Body view={view} paidAs={paidAs} askAgain={askAgain} />
      </Stack>
    </div>
  )
}

interface BodyProps {
  readonly view: ResultView
  readonly paidAs: PaidAs
  readonly askAgain: () => void
}

function Body({ view, paidAs, askAgain }: BodyProps) {
  switch (view.at) {
    case 'checking':
      return <CheckingPayment view={null} />
    case 'processing':
      return <CheckingPayment view={view} />
    case 'known':
      return <PaymentOutcomeView result={view.result} paidAs={paidAs} />
    case 'given-up':
    case 'failed':
      return <UnknownPayment view={view} askAgain={askAgain} />
    case 'signed-out':
      return <SignedOut />
    case 'nothing':
      break
  }
  return <NoPayment />
}

function useTitle(view: ResultView): string {
  const text = useText('paymentResult')
  switch (view.at) {
    case 'checking':
      return text.checking.heading
    case 'processing':
      return text.processing.heading
    case 'given-up':
      return text.processing.stillTitle
    case 'failed':
      return text.failed.heading
    case 'signed-out':
      return text.signedOut.heading
    case 'known':
      return text[view.result.outcome].heading
    case 'nothing':
      break
  }
  return text.nothing.heading
}

/** The page without a payment: opened by hand, or in another tab than the one that paid. */
function NoPayment() {
  const text = useText('paymentResult')
  return (
    <Stack gap="large">
      <p>{text.nothing.text}</p>
      <CallUs />
      <div>
        <ButtonLink href={paths.home()}>{text.home}</ButtonLink>
      </div>
    </Stack>
  )
}

/** A member's session ended while they were on the provider's page. Signing in leads back to the result. */
function SignedOut() {
  const text = useText('paymentResult').signedOut
  return (
    <Stack gap="large">
      <p>{text.text}</p>
      <CallUs />
      <div>
        <ButtonLink href={paths.login({ returnUrl: paths.paymentSuccess() })}>{text.signIn}</ButtonLink>
      </div>
    </Stack>
  )
}

interface UnknownPaymentProps {
  readonly view: Extract<ResultView, { at: 'failed' | 'given-up' }>
  readonly askAgain: () => void
}

/** When the server did not or would not say what became of the payment. Nothing here leads to paying again. */
function UnknownPayment({ view, askAgain }: UnknownPaymentProps) {
  const text = useText('paymentResult')
  const { language } = useLanguage()
  const { error, at } = view
  const isOver = error instanceof CallFailed && error.status === 401
  const said = error === null ? undefined : failureMessage(error, language)
  const advice = at === 'given-up' ? text.processing.still : isOver ? text.failed.sessionEnded : text.failed.notFound

  return (
    <Stack gap="large">
      <Alert tone={at === 'failed' ? 'error' : 'warning'} title={said}>
        <p>{advice}</p>
      </Alert>
      <CallUs />
      <div className={styles.buttons}>
        {at === 'given-up' && <Button onClick={askAgain}>{text.processing.checkAgain}</Button>}
        <ButtonLink href={paths.home()} variant="secondary">
          {text.home}
        </ButtonLink>
      </div>
    </Stack>
  )
}
