import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { Redirect } from '../../portal/redirect.tsx'

/** `/notifications` is the other name of the page; the query goes along (REQ-D-033). */
export function NotificationsRedirectPage() {
  const { search } = useLocation()
  return <Redirect to={paths.manageNotifications() + search} />
}
