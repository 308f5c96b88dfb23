import type { site } from '@coopline/contract/site/site/site.contract'
import { paths } from '@coopline/contract/paths'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import {
  type ApplicationLimits,
  emptyApplication,
} from '@coopline/rules/service/service-applications/check-application'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { useRead } from '../../../portal/call/use-read.ts'
import { ApplicationStatus } from './application-status.tsx'
import { ApplicationSteps } from './application-steps.tsx'
import styles from './service-applications.module.css'

const settingsLine = 'GET /v3/site/ats-config-settings' satisfies (typeof site)['atsConfigSettings']['call']

const height = '30rem'

/** The public application page: starts a new application or opens the one behind the link's token (REQ-D-093). */
export function ApplicationForServicePage() {
  const text = useText('serviceApplications')
  const query = usePageQuery()
  const [isNew] = useState(() => !query.has('token'))
  return (
    <RequireFeature when={hasFeature(useSite(), 'ApplicationForService')} otherwise={paths.home()}>
      <div className={styles.page}>
        <PageHeading title={text.heading} {...(isNew && { lead: text.lead })} />
        <Application />
      </div>
    </RequireFeature>
  )
}

function Application() {
  const { loading } = useText('serviceApplications')
  const query = usePageQuery()
  const { serviceAccountTypes } = useSite()
  const accountTypes = serviceAccountTypes.map(({ id }) => id)
  // Read once, because saving changes the query.
  const [{ token, type }] = useState(() => ({ token: query.get('token') ?? '', type: query.get('type') ?? '' }))
  const { RURAL_ADDRESSES: ruralAddresses } = useSite().settings
  const [openedAt] = useState(() => new Date())
  const settings = useRead(settingsLine, {
    query: { keys: 'timeZone,DISC_SO_MAX_REQ_DAYS,serviceApplicationDocuments' },
  })
  return (
    <Loaded query={settings} loading={loading} height={height}>
      {({ results }) => {
        const valueOf = (key: string) => results.find((one) => one.key === key)?.value
        const limits: ApplicationLimits = {
          accountTypes,
          ruralAddresses,
          maxDays: Number(valueOf('DISC_SO_MAX_REQ_DAYS') ?? 30),
          today: calendarDateIn(valueOf('timeZone') ?? 'UTC', openedAt),
        }
        const mostDocuments = Number(valueOf('serviceApplicationDocuments') ?? 0)
        const shared = { limits, mostDocuments }
        if (token !== '') return <SavedApplication token={token} {...shared} />
        const accountType = accountTypes.includes(type) ? type : ''
        return <ApplicationSteps start={{ ...emptyApplication, accountType }} saved={null} {...shared} />
      }}
    </Loaded>
  )
}

interface SavedApplicationProps {
  readonly token: string
  readonly limits: ApplicationLimits
  readonly mostDocuments: number
}

/** Opens a saved draft, or shows the status of a submitted application. */
function SavedApplication({ token, ...shared }: SavedApplicationProps) {
  const text = useText('serviceApplications')
  const queryKey = ['service-application', token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    call('POST /v3/service-applications/load', { body: { token }, signal })
  const query = useLastError(useQuery({ queryKey, queryFn }), queryKey)
  // A retry cannot fix an invalid link.
  if (query.error instanceof CallFailed && query.error.status === 400) {
    return (
      <Stack>
        <FailureAlert error={query.error} />
        <div>
          <ButtonLink href={paths.applicationForService()}>{text.startAgain}</ButtonLink>
        </div>
      </Stack>
    )
  }
  return (
    <Loaded query={query} loading={text.loading} height={height} fresh>
      {({ draft, submitted }) => {
        if (submitted !== null) return <ApplicationStatus {...submitted} token={token} />
        if (draft === null) return null
        const { application, ...rest } = draft
        return <ApplicationSteps start={application} saved={{ token, ...rest }} {...shared} />
      }}
    </Loaded>
  )
}
