import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/outage/outage.contract'
import { restorationTime } from '@coopline/rules/outage-display/restoration-time'
import { outageStatusMessage } from '@coopline/rules/outage-report/outage-report.messages'
import { Alert } from '@coopline/ui/alert'
import { Loaded } from '../../portal/loaded.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import type { OwnAccount } from './own-account.ts'

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
  return (
    <Loaded query={query} loading={loading} height="6rem">
      {(status) => <StatusAlert {...status} timeZone={timeZone} loadedAt={query.dataUpdatedAt} />}
    </Loaded>
  )
}

interface StatusAlertProps extends AnswerOf<Lines['status']> {
  readonly timeZone: string
  /** Load time in milliseconds since 1970. */
  readonly loadedAt: number
}

function StatusAlert(props: StatusAlertProps) {
  const { isActive, estimatedTimeOfRestoration: estimate, reportedAt, timeZone, loadedAt } = props
  const { status: text } = useText('outage')
  const { language } = useLanguage()
  const written = (instant: string) => restorationTime(new Date(instant), timeZone)
  const expected = () => {
    if (estimate === null) return text.noEstimate
    return new Date(estimate).getTime() < loadedAt ? text.late(written(estimate)) : text.estimate(written(estimate))
  }
  return (
    <Alert tone={isActive ? 'warning' : 'info'} title={outageStatusMessage(isActive, language)}>
      {isActive && <p>{expected()}</p>}
      {!isActive && reportedAt !== null && <p>{text.reported(written(reportedAt))}</p>}
      {(isActive || reportedAt !== null) && <p>{text.call}</p>}
    </Alert>
  )
}
