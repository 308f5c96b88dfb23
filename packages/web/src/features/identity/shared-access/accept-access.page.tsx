import type { Calls } from '@coopline/contract/calls'
import { paths } from '@coopline/contract/paths'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { sharedAccessMessage } from '@coopline/rules/identity/shared-access/shared-access.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import { AcceptForm, RegisterForm } from './accept-forms.tsx'
import styles from './shared-access.module.css'

const invitationLine = 'POST /v3/shared-access/invitation' satisfies keyof Calls

type Invitation = Calls[typeof invitationLine]['answer']

/** Accepts access to another member's accounts by the link in an invitation: with the login that is signed in, or a new one. */
export function AcceptAccessPage() {
  const { accept: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const query = usePageQuery()
  const [token] = useState(() => query.get('token') ?? '')
  return (
    <div className={styles.narrow}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        {token === '' ? (
          <Alert tone="error" title={sharedAccessMessage('invitation-not-good', language)} />
        ) : (
          <Opened token={token} />
        )}
      </Stack>
    </div>
  )
}

function Opened({ token }: { readonly token: string }) {
  const { accept: text } = useText('sharedAccess')
  const [isCreated, setCreated] = useState(false)
  const queryKey = [invitationLine, token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => call(invitationLine, { body: { token }, signal })
  // An accepted invitation cannot be opened again.
  const invitation = useLastError(useQuery({ queryKey, queryFn, enabled: !isCreated }), queryKey)
  if (isCreated)
    return (
      <Stack>
        <Alert tone="success" title={text.created} focusOnMount />
        <div>
          <ButtonLink href={paths.login({ returnUrl: paths.sharedWithMe() })}>{text.toSignIn}</ButtonLink>
        </div>
      </Stack>
    )
  if (invitation.error instanceof CallFailed && invitation.error.status === 400)
    return <FailureAlert error={invitation.error} />
  return (
    <Loaded query={invitation} loading={text.loading} height="20rem">
      {(shown) => (
        <Stack gap="large">
          <About invitation={shown} />
          <Steps token={token} email={shown.maskedEmail} onCreated={() => setCreated(true)} />
        </Stack>
      )}
    </Loaded>
  )
}

function About({ invitation }: { readonly invitation: Invitation }) {
  const { accept: text } = useText('sharedAccess')
  return (
    <Card title={text.about}>
      <Facts
        facts={[
          { label: text.email, value: invitation.maskedEmail },
          { label: text.accounts, value: invitation.accounts },
          { label: text.rights, value: text.rightsOf[invitation.rights] },
          { label: text.lastDay, value: formatUsDate(invitation.lastDay) },
        ]}
      />
    </Card>
  )
}

interface StepsProps {
  readonly token: string
  readonly email: string
  readonly onCreated: () => void
}

/** First the code, then the form that accepts with it. */
function Steps({ token, email, onCreated }: StepsProps) {
  const { accept: text } = useText('sharedAccess')
  const { member, isValid } = useSession()
  const [sentCount, setSentCount] = useState(0)
  const send = useSend('POST /v3/shared-access/code', { onSuccess: () => setSentCount((count) => count + 1) })
  const signedIn = isValid ? member : null
  const onSend = () => send.mutate({ body: { token } })
  // Another code leaves what was typed with the first one.
  const isSent = sentCount > 0
  return (
    <Card title={isSent && signedIn === null ? text.newTitle : text.codeTitle}>
      <Stack gap="large">
        {signedIn === null && (
          <p>
            {text.haveOne} <a href={paths.login({ returnUrl: paths.acceptAccess({ token }) })}>{text.signIn}</a>
          </p>
        )}
        <FailureAlert error={send.error} focusOnMount />
        {isSent ? (
          <Alert key={sentCount} tone="info" title={text.sent(email)} focusOnMount />
        ) : (
          <p>{text.codeLead(email)}</p>
        )}
        {isSent && signedIn !== null && <AcceptForm token={token} memberNumber={signedIn.memberNumber} />}
        {isSent && signedIn === null && <RegisterForm token={token} onCreated={onCreated} />}
        <div>
          <Button
            variant={isSent ? 'quiet' : 'primary'}
            busy={send.isPending}
            busyLabel={text.sending}
            onClick={onSend}
          >
            {isSent ? text.again : text.send}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
