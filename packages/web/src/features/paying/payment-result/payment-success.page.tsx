import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useRef } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import { CheckingPayment } from './checking-payment.tsx'
import type { PaidAs } from './stored-result.ts'
import { NoPayment } from './no-payment.tsx'
import { PaymentOutcomeView } from './payment-outcome.view.tsx'
import styles from './payment-result.module.css'
import type { ResultView } from './result-view.ts'
import { SignedOut } from './signed-out.tsx'
import { UnknownPayment } from './unknown-payment.tsx'
import { usePaymentResult } from './use-payment-result.ts'

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
