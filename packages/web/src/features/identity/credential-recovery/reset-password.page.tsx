import { recoveryMessage } from '@coopline/rules/identity/credential-recovery/credential-recovery.messages'
import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { failureMessage } from '../../../portal/call/failure-message.ts'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import styles from './credential-recovery.module.css'
import { ResetForm } from './reset.form.tsx'

/** Reset Password (FP-10, FP-11): the form is there only for a link that is valid. */
export function ResetPasswordPage() {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [otc] = useState(() => query.get('otc') ?? '')

  // What sets a password does not stay in the address, the history or a log: from here on it is in memory alone.
  const hasOtc = query.has('otc')
  useEffect(() => {
    if (hasOtc) replaceQuery('')
  }, [hasOtc, replaceQuery])

  return <ResetLayout>{otc === '' ? <InvalidLink error={null} /> : <Link otc={otc} />}</ResetLayout>
}

/** The page around the state of the link, as the frame renders it too. */
export function ResetLayout({ children }: { readonly children: ReactNode }) {
  const text = useText('credentialRecovery').reset
  return (
    <div className={styles.page}>
      <PageHeading title={text.heading} />
      {children}
    </div>
  )
}

function Link({ otc }: { readonly otc: string }) {
  const text = useText('credentialRecovery')
  const { isBusy, run } = useSingleFlight()
  const [error, setError] = useState<unknown>(null)
  const [memberName, setMemberName] = useState<string | null>(null)
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const validate = useCallback(
    () =>
      run(async (signal) => {
        const answer = await call('POST /v3/reset-password/validate', { body: { otc }, signal })
        setMemberName(answer.memberName)
      }, setError),
    [run, otc],
  )
  useEffect(validate, [validate])

  if (doneMessage !== null) return <Done message={doneMessage} />
  if (memberName !== null) return <ResetForm otc={otc} memberName={memberName} onDone={setDoneMessage} />
  if (error instanceof CallFailed && error.status === 400) return <InvalidLink error={error} />
  if (error === null) return <CheckingLink />
  return (
    <RetryAlert query={{ error, isFetching: isBusy, refetch: validate }} focusOnMount>
      {!(error instanceof CallFailed) && <p>{text.noAnswer}</p>}
    </RetryAlert>
  )
}

/** The room of the form, while the link is looked at. */
export function CheckingLink() {
  const text = useText('credentialRecovery').reset
  return (
    <Card>
      <output>
        <VisuallyHidden>{text.checking}</VisuallyHidden>
      </output>
      <Skeleton height="24rem" />
    </Card>
  )
}

/** @param error the server's refusal; `null` when the address has no code at all, which is no better (REQ-D-129). */
function InvalidLink({ error }: { readonly error: CallFailed | null }) {
  const text = useText('credentialRecovery').reset
  const { language } = useLanguage()
  const isReachable = useReachable()
  const title = error === null ? recoveryMessage('link-not-valid', language) : failureMessage(error, language)
  return (
    <Stack gap="large">
      <Alert tone="error" title={title} focusOnMount />
      <Stack row>
        {isReachable(paths.forgotPassword()) && <ButtonLink href={paths.forgotPassword()}>{text.newLink}</ButtonLink>}
        <ButtonLink variant="secondary" href={paths.home()}>
          {text.home}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}

function Done({ message }: { readonly message: string }) {
  const text = useText('credentialRecovery').reset
  return (
    <Stack gap="large">
      <Alert tone="success" title={message} focusOnMount />
      <div>
        <ButtonLink href={paths.login()}>{text.login}</ButtonLink>
      </div>
    </Stack>
  )
}
