import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { LeadOn } from '../../portal/lead-on.tsx'

/** `/notifications` is the other name of the page; the query goes along (REQ-D-033). */
export function NotificationsRedirectPage() {
  const { search } = useLocation()
  return <LeadOn to={paths.manageNotifications() + search} />
}
