import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { Redirect } from '../../../portal/page/redirect.tsx'

/** Another address of all accounts (decisions, 001 A): redirects there with its query. */
export function AccountListPage() {
  const { search } = useLocation()
  return <Redirect to={paths.viewAllAccounts() + search} />
}
