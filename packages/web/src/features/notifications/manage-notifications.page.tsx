import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Redirect } from '../../portal/redirect.tsx'
import { Loaded } from '../../portal/loaded.tsx'
import { NoAccounts } from '../../portal/no-accounts.tsx'
import { useAddressedAccount } from '../../portal/selected-account.ts'
import { useSession } from '../../portal/session.tsx'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { ChoicesForm } from './choices.form.tsx'
import { ContactsCard } from './contacts.card.tsx'
import { offersNotifications } from './offers.ts'

/** The member's notification choices for an account and for the login (decisions, 001 A). */
export function ManageNotificationsPage() {
  const { page: text } = useText('notifications')
  const { member } = useSession()
  if (!offersNotifications(useSite())) return <Redirect to={paths.accountOverview()} />
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      {member !== null && <Choices memberNumber={member.memberNumber} />}
    </Stack>
  )
}

function Choices({ memberNumber }: { readonly memberNumber: string }) {
  const { page: text } = useText('notifications')
  const { account, accounts } = useAddressedAccount(memberNumber)
  return (
    <Loaded query={accounts} loading={text.loading} height="40rem">
      {() =>
        account === null ? (
          <>
            <NoAccounts later={text.noAccount} />
            <ContactsCard memberNumber={memberNumber} />
          </>
        ) : (
          <OfAccount key={account.accountNumber} memberNumber={memberNumber} accountNumber={account.accountNumber} />
        )
      }
    </Loaded>
  )
}

interface OfAccountProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

function OfAccount({ memberNumber, accountNumber }: OfAccountProps) {
  const { page: text } = useText('notifications')
  const settings = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/notifications', {
    params: { memberNumber, accountNumber },
  })
  return (
    <>
      <Loaded query={settings} loading={text.loading} height="40rem">
        {(loaded) => <ChoicesForm memberNumber={memberNumber} accountNumber={accountNumber} settings={loaded} />}
      </Loaded>
      <ContactsCard memberNumber={memberNumber} onChanged={() => void settings.refetch()} />
    </>
  )
}
