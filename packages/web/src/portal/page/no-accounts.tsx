import { Alert } from '@coopline/ui/alert'
import { useText } from '../text/text.tsx'

interface NoAccountsProps {
  /** A sentence about the content of the page once there is an account. */
  readonly later: string
}

/** Replaces the content of a page when no account is linked to the sign-in (EM-02, REQ-D-372). */
export function NoAccounts({ later }: NoAccountsProps) {
  const { accountPage: text } = useText('shell')
  return (
    <Alert tone="info" title={text.none}>
      {later} {text.noneWhy}
    </Alert>
  )
}
