import { paths } from '@coopline/contract/paths'
import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { PageHeading } from '@coopline/ui/page-heading'
import { Loading } from '../../../portal/call/loaded.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useStoredStaff } from '../../../portal/staff/staff-session.ts'
import { useText } from '../../../portal/text/text.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import styles from './staff-sign-in.module.css'

const waysLine = 'GET /v3/staff/sign-on' satisfies (typeof staffSignIn)['ways']['call']

/**
 * Signs staff in: at the identity provider where there is one, with the local sign-in folded below, else by the local one. Staff who are
 * already signed in are redirected.
 */
export function StaffSignInPage() {
  return useStoredStaff() === null ? <SignIn /> : <Redirect to={paths.staff()} />
}

function SignIn() {
  const { signIn: text } = useText('staffSignIn')
  const { data, isPending } = useRead(waysLine, {})
  // Without an answer there is still the local sign-in.
  const provider = data?.provider ?? null
  return (
    <div className={styles.page}>
      <PageHeading title={text.heading} lead={text.lead} />
      {isPending ? (
        <Loading loading={text.loading} height="24rem" />
      ) : provider === null ? (
        <LocalSignIn />
      ) : (
        <ProviderSignIn provider={provider} />
      )}
    </div>
  )
}
