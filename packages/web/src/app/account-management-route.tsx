import { AccountManagementPage, type LinkGroup } from '../features/accounts/accounts/account-management.page.tsx'
import { CalendarCard } from '../features/accounts/calendar/calendar.card.tsx'
import { useSession } from '../portal/session/session.tsx'
import { useText } from '../portal/text/text.tsx'
import { useMenuFacts } from './shell/menu-facts.ts'
import { standardMenu } from './shell/standard-menu.ts'

/** Account management: the links of the standard menu that are about accounts, under its own gates. */
export function AccountManagementRoute() {
  const { menu } = useText('shell')
  const memberNumber = useSession().member?.memberNumber
  const groups = standardMenu(useMenuFacts()).flatMap((item): readonly LinkGroup[] =>
    'columns' in item && item.title !== menu.more
      ? item.columns.map(({ heading, links }) => ({ title: heading ?? item.title, links }))
      : [],
  )
  return (
    <AccountManagementPage groups={groups}>
      {memberNumber !== undefined && <CalendarCard memberNumber={memberNumber} />}
    </AccountManagementPage>
  )
}
