import { paths } from '@coopline/contract/paths'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { isRecord } from '../../../portal/call/is-record.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useReachable, useRouteTable } from '../../../portal/page/route-table.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { afterSignIn, whenSignedIn } from './after-sign-in.ts'
import { CodeStep } from './code.step.tsx'
import { HelpDialog } from './help.dialog.tsx'
import { PasswordStep } from './password.step.tsx'
import styles from './sign-in.module.css'
import type { SignInFailure } from './sign-in-failure.ts'
import { useSignIn } from './use-sign-in.ts'

/** Sign In (LG-02). A member who is already signed in is redirected. */
export function LoginPage() {
  const query = usePageQuery()
  const site = useSite()
  const table = useRouteTable()
  const { isValid } = useSession()
  const [wasSignedIn] = useState(isValid)
  if (isValid) {
    const facts = { returnUrl: query.get('returnUrl'), site, table, origin: window.location.origin }
    return <Redirect to={wasSignedIn ? whenSignedIn(facts) : afterSignIn(facts)} />
  }
  return (
    <LoginLayout>
      <LoginSteps saysSignedOut={query.has('sessionTimeOut')} />
    </LoginLayout>
  )
}

/** The page around the steps, as the frame draws it too: the image at the right when the cooperative has set one. */
export function LoginLayout({ children }: { readonly children: ReactNode }) {
  const { page } = useText('signIn')
  const { loginRightImage: image } = useSite().settings
  const [failed, setFailed] = useState('')
  const hasImage = isSafeLink(image) && image !== failed
  return (
    <div className={hasImage ? styles.withImage : styles.plain}>
      <Stack gap="large">
        <PageHeading title={page.heading} />
        <NewPortalBanner />
        {children}
      </Stack>
      {hasImage && (
        <img data-ui="login-image" className={styles.image} src={image} alt="" onError={() => setFailed(image)} />
      )}
    </div>
  )
}

function LoginSteps({ saysSignedOut }: { readonly saysSignedOut: boolean }) {
  const { page } = useText('signIn')
  const { state }: { readonly state: unknown } = useLocation()
  const [startsWith] = useState(() => failureFrom(state))
  const signIn = useSignIn(startsWith)
  const [username, setUsername] = useState('')
  const [isBack, setBack] = useState(false)
  const { secondStep, failure } = signIn

  // Coming back from the second step, the username is still there.
  if (secondStep !== null && secondStep.userName !== username) {
    setUsername(secondStep.userName)
    setBack(true)
  }
  return (
    <>
      {saysSignedOut && failure === null && secondStep === null && (
        <Alert tone="success" title={page.signedOut}>
          <p>{page.whySignedOut}</p>
        </Alert>
      )}
      {failure !== null && <SignInFailed failure={failure} />}
      <Card>
        {secondStep === null ? (
          <PasswordStep signIn={signIn} username={username} takesFocus={isBack} />
        ) : (
          <CodeStep signIn={signIn} username={secondStep.userName} />
        )}
      </Card>
      <LoginLinks />
    </>
  )
}

/** The reason that a member is not signed in, in the documented words. */
function SignInFailed({ failure }: { readonly failure: SignInFailure }) {
  const { page, passkey } = useText('signIn')
  const own = {
    'no-account': page.noAccount,
    'hand-off-failed': page.handOffFailed,
    'no-passkey': passkey.notUsed,
  }
  if (!('error' in failure)) return <Alert tone="error" title={own[failure.kind]} />
  return <FailureAlert error={failure.error}>{failure.kind === 'no-answer' && <p>{page.noAnswer}</p>}</FailureAlert>
}

/** Ways on for who cannot sign in. */
export function LoginLinks() {
  const { page } = useText('signIn')
  const site = useSite()
  const isReachable = useReachable()
  return (
    <div className={styles.links}>
      {isReachable(paths.forgotPassword()) && (
        <p>
          <a href={paths.forgotPassword()}>{page.forgot}</a>
        </p>
      )}
      {isReachable(paths.register()) && (
        <p>
          {page.newHere} <a href={paths.register()}>{page.createAccount}</a>
        </p>
      )}
      {hasFeature(site, 'Outage') && site.settings.publicOutageReports && (
        <p>
          <a href={paths.reportOutage()}>{page.reportOutage}</a>
        </p>
      )}
      <HelpDialog />
    </div>
  )
}

/** The notice to members of a cooperative that has replaced another portal: they must register again (LG-14). */
function NewPortalBanner() {
  const text = useText('signIn').newPortal
  const { siteOrigin } = useSite().settings
  const isReachable = useReachable()
  if (siteOrigin !== 'UPN') return null
  return (
    <Alert tone="info" title={text.title}>
      <p>{text.text}</p>
      {isReachable(paths.register()) && (
        <p>
          <a href={paths.register()}>{text.link}</a>
        </p>
      )}
    </Alert>
  )
}

/** Reads the failure that another sign-in page passed on; `null` without one. */
function failureFrom(state: unknown): SignInFailure | null {
  const kind = isRecord(state) ? state['signInFailure'] : undefined
  return kind === 'no-account' || kind === 'hand-off-failed' ? { kind } : null
}
