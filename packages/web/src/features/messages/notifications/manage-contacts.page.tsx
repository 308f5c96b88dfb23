import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { ContactsCard } from './contacts.card.tsx'
import { offersContacts, offersNotifications } from './offers.ts'

/** The member's contacts for notifications (decisions, 001 A; in the menu of the whecEnabled variant). */
export function ManageContactsPage() {
  const { contacts: text } = useText('notifications')
  const site = useSite()
  const { member } = useSession()
  if (!offersContacts(site)) return <Redirect to={paths.accountOverview()} />
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {member !== null && <ContactsCard memberNumber={member.memberNumber} />}
      {offersNotifications(site) && (
        <div>
          <ButtonLink variant="secondary" href={paths.manageNotifications()}>
            {text.toNotifications}
          </ButtonLink>
        </div>
      )}
    </Stack>
  )
}
