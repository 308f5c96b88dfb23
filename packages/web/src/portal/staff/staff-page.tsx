import { paths } from '@coopline/contract/paths'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Redirect } from '../page/redirect.tsx'
import { useStaffRead, useStaffSignOut } from './staff-call.ts'
import { StaffMenu } from './staff-menu.tsx'
import styles from './staff-page.module.css'
import { type StoredStaff, useStoredStaff } from './staff-session.ts'
import { useText } from '../text/text.tsx'

interface StaffPageProps {
  readonly title: string
  readonly lead?: string | undefined
  /** The roles that may open the page; all roles when absent. Others read that it is not for them, and nothing is loaded. */
  readonly roles?: readonly StaffRole[] | undefined
  readonly children: ReactNode
}

/** A page of the staff console: who is signed in, and the way out. No one else sees it. */
export function StaffPage(props: StaffPageProps) {
  const staff = useStoredStaff()
  const queries = useQueryClient()
  const isSignedIn = staff !== null
  useEffect(() => {
    // Nothing that staff looked at stays for the next user of the browser.
    if (!isSignedIn) queries.clear()
  }, [isSignedIn, queries])
  return staff === null ? <Redirect to={paths.staffSignIn()} /> : <SignedIn {...props} staff={staff} />
}

const everyMinute = 60_000

function SignedIn({ title, lead, roles: allowed, children, staff }: StaffPageProps & { readonly staff: StoredStaff }) {
  const { frame: text } = useText('staffSignIn')
  const signOut = useStaffSignOut()
  // An unattended console closes itself: the server refuses this call once the session is over.
  useStaffRead('GET /v3/staff/session', {}, { refetchEveryMs: everyMinute })
  const isForRole = allowed?.some((role) => role === staff.role) ?? true
  const roles: Readonly<Record<string, string>> = text.roles
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <StaffMenu staff={staff} />
        <p className={styles.who}>
          {staff.name} · {roles[staff.role] ?? staff.role}
        </p>
        <Button variant="secondary" onClick={signOut}>
          {text.signOut}
        </Button>
      </div>
      <PageHeading title={title} lead={isForRole ? lead : undefined} />
      {isForRole ? children : <Alert tone="info" title={text.notForRole} />}
    </div>
  )
}
