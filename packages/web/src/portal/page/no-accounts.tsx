import { Alert } from '@coopline/ui/alert'
import { useText } from '../text/text.tsx'

interface NoAccountsProps {
  /** What the page will show when there is an account: a sentence. */
  readonly later: string
}

/** What a page shows in place of accounts when no account is linked to the sign-in (EM-02, decision 0022). */
export function NoAccounts({ later }: NoAccountsProps) {
  const { accountPage: text } = useText('shell')
  return (
    <Alert tone="info" title={text.none}>
      {later} {text.noneWhy}
    </Alert>
  )
}
