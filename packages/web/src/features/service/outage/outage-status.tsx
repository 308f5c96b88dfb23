import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/service/outage/outage.contract'
import { paths } from '@coopline/contract/paths'
import { causeText, crewText } from '@coopline/rules/service/outage-display/incident.messages'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import { outageStatusMessage } from '@coopline/rules/service/outage-report/outage-report.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { useEffect } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { DownedLines } from './downed-lines.tsx'
import { keepLastStatus } from './last-status.ts'

type Lines = typeof outage
export const statusLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outage-status' satisfies Lines['status']['call']

interface OutageStatusProps {
  readonly own: OwnAccount
  readonly timeZone: string
}

/** Shows whether the power is out. Reloads whenever the tab is opened (OU-13). */
export function OutageStatus({ own, timeZone }: OutageStatusProps) {
  const { loading } = useText('outage')
  const query = useMemberRead(statusLine, { params: { ...own } })
  const { offlineOutages } = useSite().settings
  const { data: status, dataUpdatedAt: loadedAt } = query
  const { memberNumber, accountNumber } = own
  useEffect(() => {
    if (offlineOutages && status !== undefined)
      keepLastStatus({ memberNumber, accountNumber, timeZone, status, loadedAt })
  }, [offlineOutages, memberNumber, accountNumber, timeZone, status, loadedAt])
  return (
    <Loaded query={query} loading={loading} height="6rem">
      {(shown) => <StatusAlert {...shown} timeZone={timeZone} loadedAt={loadedAt} />}
    </Loaded>
  )
}

interface StatusAlertProps extends AnswerOf<Lines['status']> {
  readonly timeZone: string
  /** Load time in milliseconds since 1970. */
  readonly loadedAt: number
}

/** The outage status of an account, and the details of its outage. */
export function StatusAlert(props: StatusAlertProps) {
  const { isActive, estimatedTimeOfRestoration: estimate, reportedAt, timeZone, loadedAt, incident } = props
  const { status: text } = useText('outage')
  const { language } = useLanguage()
  const { publicOutages } = useSite().settings
  const clock = (instant: string) => outageClock(new Date(instant), { timeZone, language, now: new Date(loadedAt) })
  const expected = () => {
    if (estimate === null) return text.noEstimate
    return new Date(estimate).getTime() < loadedAt ? text.late(clock(estimate)) : text.estimate(clock(estimate))
  }
  return (
    <Stack>
      {/* After a report the cooperative does not know yet whether there is an outage: the status says neither. */}
      <Alert
        tone={isActive || reportedAt !== null ? 'warning' : 'info'}
        title={
          !isActive && reportedAt !== null ? text.reported(clock(reportedAt)) : outageStatusMessage(isActive, language)
        }
      >
        {isActive && <p>{expected()}</p>}
        {(isActive || reportedAt !== null) && <DownedLines />}
      </Alert>
      {incident !== null && <IncidentFacts incident={incident} estimate={estimate} clock={clock} />}
      {publicOutages && (
        <Stack row>
          <ButtonLink href={paths.outages()} variant="secondary">
            {text.everyone}
          </ButtonLink>
        </Stack>
      )}
    </Stack>
  )
}

interface IncidentFactsProps {
  readonly incident: NonNullable<AnswerOf<Lines['status']>['incident']>
  readonly estimate: string | null
  /** Formats an instant in the member's language. */
  readonly clock: (instant: string) => string
}

/** Details of the member's outage, with changes of the estimate. */
function IncidentFacts({ incident, estimate, clock }: IncidentFactsProps) {
  const { status: text, everyone } = useText('outage')
  const { language } = useLanguage()
  const { startedAt, cause, crew, customers, firstEstimate } = incident
  const moved = (first: string) =>
    estimate === null ? text.withdrawn(clock(first)) : text.moved(clock(first), clock(estimate))
  return (
    <Card title={text.details}>
      <Facts
        facts={[
          ...(firstEstimate === null ? [] : [{ label: text.estimates, value: moved(firstEstimate) }]),
          { label: text.since, value: clock(startedAt) },
          { label: text.cause, value: causeText(cause, language) },
          { label: text.crew, value: crewText(crew, language) },
          {
            label: text.customers,
            value: customers === null ? everyone.fewerThanFive : customers.toLocaleString('en-US'),
          },
        ]}
      />
    </Card>
  )
}
