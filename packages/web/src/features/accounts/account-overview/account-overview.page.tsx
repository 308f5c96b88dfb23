import { Alert } from '@coopline/ui/alert'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import { OverviewOf } from './overview-of.tsx'

/** The overview of an account (AO-05): the amount owed, notices, bills, payments, and links. */
export function AccountOverviewPage() {
  const { page } = useText('accountOverview')
  const { member } = useSession()
  const { pathname, search } = useLocation()
  const isReachable = useReachable()
  const query = usePageQuery()
  const { configuration } = useSite()
  const inQuery = withLinkInQuery(pathname, search)
  if (inQuery !== null) return <Redirect to={inQuery} />
  const view = requestedView(query)
  const isOffered = view === 'mymeter' ? configuration.myMeterAvailable : isReachable(paths.usageTracker())
  if (view !== null && isOffered) return <Redirect to={addressOfView(view, query)} />
  return (
    <Stack gap="large">
      <PageHeading title={page.heading} actions={<WayBack />} />
      {member !== null && <AddressedOverview memberNumber={member.memberNumber} />}
    </Stack>
  )
}

/** The link to the list of all accounts, for members who came from there (REQ-D-098). */
function WayBack() {
  const { page } = useText('accountOverview')
  const query = usePageQuery()
  const isReachable = useReachable()
  const all = paths.viewAllAccounts()
  return isFromAll(query) && isReachable(all) ? (
    <a href={all} className={styles.wayOn}>
      {page.back}
    </a>
  ) : null
}

const isFromAll = (query: URLSearchParams): boolean => query.get('isFromViewAllAccounts') === 'true'

/** The overview of the account that the address names, else of the selected one. */
function AddressedOverview({ memberNumber }: { readonly memberNumber: string }) {
  const { page: text } = useText('accountOverview')
  const query = usePageQuery()
  const { account, accounts, isRefused } = useAddressedAccount(memberNumber, {
    stays: true,
    onlyHere: isFromAll(query),
  })
  if (accounts.isPending) {
    return (
      <>
        <VisuallyHidden live="polite">{text.loading}</VisuallyHidden>
        <Skeleton height="4rem" />
        <Skeleton height="16rem" />
      </>
    )
  }
  if (accounts.error !== null && account === null) {
    return <RetryAlert query={accounts} />
  }
  if (account === null) {
    return <NoAccounts later={text.noAccount} />
  }
  return (
    <>
      {isRefused && (
        <Alert tone="info" title={text.notYours}>
          {text.notYoursWhy(account.accountNumber)}
        </Alert>
      )}
      <OverviewOf key={account.accountNumber} own={{ memberNumber, accountNumber: account.accountNumber }} />
    </>
  )
}

/** The views that the overview shows inside its page, by the value of `link` (REQ-D-202, REQ-D-267). */
type EmbeddedLink = 'mymeter' | 'usageanalysis'

/** The view that the query requests; `null` when it requests none or an unknown one. */
function requestedView(query: URLSearchParams): EmbeddedLink | null {
  const value = query.get('link')?.toLowerCase()
  return value === 'mymeter' || value === 'usageanalysis' ? value : null
}

/** The address of a view, with the rest of the query, such as `/accountoverview/mymeter` for `/accountoverview?link=mymeter`. */
function addressOfView(view: EmbeddedLink, query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete('link')
  return `${paths.accountOverview()}/${view}${rest.size === 0 ? '' : `?${rest.toString()}`}`
}

/**
 * The address of the overview with the link of its path in the query (REQ-D-034): `/accountoverview?link=x` for
 * `/accountoverview/x`, which is not a view.
 *
 * @returns `null` when the path has none.
 */
function withLinkInQuery(pathname: string, search: string): string | null {
  const link = pathname.slice(paths.accountOverview().length).replaceAll('/', '')
  if (link === '') return null
  const query = new URLSearchParams(search)
  query.set('link', link)
  return `${paths.accountOverview()}?${query.toString()}`
}
