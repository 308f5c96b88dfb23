import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { failureMessage } from '../../portal/failure-message.ts'
import { useSelectedAccount } from '../../portal/selected-account.ts'
import { useSession } from '../../portal/session.tsx'
import type { StoredUser } from '../../portal/stored-user.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { AccountsTable } from './accounts-table.tsx'

/** What the member has with the cooperative, and what is owed. */
export function AccountOverviewPage() {
  const { page } = useText('accountOverview')
  const { member } = useSession()
  return (
    <Stack gap="large">
      <PageHeading title={page.heading} />
      {member !== null && <Accounts member={member} />}
    </Stack>
  )
}

function Accounts({ member }: { readonly member: StoredUser }) {
  const text = useText('accountOverview')
  const { common } = useText('shell')
  const { language } = useLanguage()
  const { data, error, isPending, isFetching, refetch } = useSelectedAccount(member.memberNumber).accounts
  if (isPending) {
    return (
      <>
        <VisuallyHidden live="polite">{text.page.loading}</VisuallyHidden>
        <Skeleton height="10rem" />
      </>
    )
  }
  return (
    <>
      {error !== null && (
        <Alert tone="error" title={failureMessage(error, language)}>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </Alert>
      )}
      {data !== undefined && <AccountsTable accounts={data.results} total={data.totalRecords} />}
    </>
  )
}
