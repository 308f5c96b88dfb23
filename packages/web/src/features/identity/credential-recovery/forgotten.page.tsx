import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './credential-recovery.module.css'
import { ForgottenForm } from './forgotten.form.tsx'
import { type Forgotten, useAskForMail } from './use-ask-for-mail.ts'

/** Forgot Password and Forgot Username: one form, which begins with what the address says (FP-01, REQ-D-133). */
export function ForgottenPage({ starts }: { readonly starts: Forgotten }) {
  const { forgotten: text, noAnswer } = useText('credentialRecovery')
  const ask = useAskForMail()
  return (
    <ForgottenLayout>
      <FailureAlert error={ask.error} focusOnMount>
        {!(ask.error instanceof CallFailed) && <p>{noAnswer}</p>}
      </FailureAlert>
      <Card>
        {ask.message === null ? (
          <ForgottenForm starts={starts} ask={ask} />
        ) : (
          <Stack gap="large">
            <Alert tone="success" title={ask.message} focusOnMount>
              <p>{text.sentHint}</p>
            </Alert>
            <div>
              <Button variant="secondary" onClick={ask.askAgain}>
                {text.again}
              </Button>
            </div>
          </Stack>
        )}
      </Card>
    </ForgottenLayout>
  )
}

/** The page around the form, as the frame draws it too. */
export function ForgottenLayout({ children }: { readonly children: ReactNode }) {
  const text = useText('credentialRecovery').forgotten
  return (
    <div className={styles.page}>
      <PageHeading title={text.heading} lead={text.lead} />
      {children}
      <p>
        <a href={paths.login()}>{text.login}</a>
      </p>
    </div>
  )
}
