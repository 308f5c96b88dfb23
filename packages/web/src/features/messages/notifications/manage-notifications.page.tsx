import type { ComponentType } from 'react'
import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { ChoicesForm } from './choices.form.tsx'
import { ContactsCard } from './contacts.card.tsx'
import { offersNotifications } from './offers.ts'

interface AlertsSlot {
  /** The usage alert settings of an account. */
  readonly Alerts: ComponentType<{ readonly memberNumber: string; readonly accountNumber: string }>
}

/** The member's notification choices for an account and for the login (decisions, 001 A). */
export function ManageNotificationsPage({ Alerts }: AlertsSlot) {
  const { page: text } = useText('notifications')
  const { member } = useSession()
  if (!offersNotifications(useSite())) return <Redirect to={paths.accountOverview()} />
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      {member !== null && <Choices memberNumber={member.memberNumber} Alerts={Alerts} />}
    </Stack>
  )
}

function Choices({ memberNumber, Alerts }: AlertsSlot & { readonly memberNumber: string }) {
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
          <OfAccount
            key={account.accountNumber}
            memberNumber={memberNumber}
            accountNumber={account.accountNumber}
            Alerts={Alerts}
          />
        )
      }
    </Loaded>
  )
}

interface OfAccountProps extends AlertsSlot {
  readonly memberNumber: string
  readonly accountNumber: string
}

function OfAccount({ memberNumber, accountNumber, Alerts }: OfAccountProps) {
  const { page: text } = useText('notifications')
  const settings = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/notifications', {
    params: { memberNumber, accountNumber },
  })
  return (
    <>
      <Loaded query={settings} loading={text.loading} height="40rem" fresh>
        {(loaded) => <ChoicesForm memberNumber={memberNumber} accountNumber={accountNumber} settings={loaded} />}
      </Loaded>
      <Alerts memberNumber={memberNumber} accountNumber={accountNumber} />
      <ContactsCard memberNumber={memberNumber} onChanged={() => void settings.refetch()} />
    </>
  )
}
