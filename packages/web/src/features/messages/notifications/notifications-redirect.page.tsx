import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { Redirect } from '../../../portal/page/redirect.tsx'

/** Redirects `/notifications`, the other name of the page, with its query (REQ-D-033). */
export function NotificationsRedirectPage() {
  const { search } = useLocation()
  return <Redirect to={paths.manageNotifications() + search} />
}
