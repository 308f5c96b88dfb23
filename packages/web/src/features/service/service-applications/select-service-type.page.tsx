import type { serviceRequests } from '@coopline/contract/service/service-requests/service-requests.contract'
import { paths } from '@coopline/contract/paths'
import { ActionCard } from '@coopline/ui/action-card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import styles from './service-applications.module.css'

const typesLine =
  'GET /v2/applicationforservice/accounttypes' satisfies (typeof serviceRequests)['accountTypes']['call']

/** The page to choose an account type (RT-31, HM-09). */
export function SelectServiceTypePage() {
  const { select: text } = useText('serviceApplications')
  return (
    <RequireFeature when={hasFeature(useSite(), 'ApplicationForService')} otherwise={paths.home()}>
      <div className={styles.page}>
        <PageHeading title={text.heading} lead={text.lead} />
        <AccountTypes />
      </div>
    </RequireFeature>
  )
}

/** Redirects to the application when there are no account types or they fail to load (HM-10). */
function AccountTypes() {
  const { select: text } = useText('serviceApplications')
  const { data, isPending } = useRead(typesLine, {})
  if (isPending) {
    return (
      <>
        <VisuallyHidden live="polite">{text.loading}</VisuallyHidden>
        <Skeleton height="12rem" />
      </>
    )
  }
  if (data === undefined || data.results.length === 0) return <Redirect to={paths.applicationForService()} />
  return (
    <ul className={styles.types}>
      {data.results.map(({ id, description }) => (
        <li key={id}>
          <ActionCard icon="home" title={text.apply(description)} href={paths.applicationForService({ type: id })} />
        </li>
      ))}
    </ul>
  )
}
