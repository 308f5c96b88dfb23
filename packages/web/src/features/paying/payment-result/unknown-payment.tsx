import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { failureMessage } from '../../../portal/call/failure-message.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { CallUs } from './call-us.tsx'
import styles from './payment-result.module.css'
import type { ResultView } from './result-view.ts'

interface UnknownPaymentProps {
  readonly view: Extract<ResultView, { at: 'failed' | 'given-up' }>
  readonly askAgain: () => void
}

/** When the server did not or would not say what became of the payment. Nothing here leads to paying again. */
export function UnknownPayment({ view, askAgain }: UnknownPaymentProps) {
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
