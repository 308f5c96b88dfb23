import { paths } from '@coopline/contract/paths'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { browserTimeZone } from '../../../portal/text/format-instant.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import { CallInstead } from './call-instead.tsx'
import { keepSending, sendWaitingReport } from './send-waiting-report.ts'
import {
  currentReport,
  expiryOf,
  isOfMember,
  type StoredReport,
  onStoredReport,
  writeStoredReport,
} from './waiting-report.ts'
import { useNow } from '../../../portal/text/use-now.ts'

/** The report of this browser that was written without a connection; `null` without one. */
export function useStoredReport(): StoredReport | null {
  // A report expires while it is shown.
  useNow()
  const text = useSyncExternalStore(onStoredReport, currentReport, () => 'null')
  return useMemo(() => JSON.parse(text) as StoredReport | null, [text])
}

interface NoticeProps {
  readonly report: StoredReport
  /** Moves the keyboard here, because the member has just sent the form that stood here. */
  readonly focusOnMount?: boolean
}

/** Says whether a report that was written without a connection was sent, and lets the member send or remove it. */
export function WaitingReportNotice({ report, focusOnMount }: NoticeProps) {
  const { waiting: text } = useText('outage')
  if (report.kind === 'waiting') return <Waiting report={report} focusOnMount={focusOnMount} />
  const isSent = report.kind === 'sent'
  return (
    <Alert tone={isSent ? 'success' : 'error'} title={isSent ? report.statusMessage : text[report.kind]}>
      <Stack gap="small">
        {report.kind === 'refused' && <Refused {...report} />}
        {!isSent && <CallInstead />}
        <div>
          <Button variant="secondary" onClick={removeReport}>
            {text.close}
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}

/** The reason that a report was refused, and where to find what was typed. */
function Refused({ reason, form }: Extract<StoredReport, { readonly kind: 'refused' }>) {
  const { waiting: text } = useText('outage')
  const { pathname } = useLocation()
  const path = form !== null && isOfMember(form) ? paths.outageStatus() : paths.reportOutage()
  return (
    <>
      {reason !== '' && <p>{reason}</p>}
      {form !== null && <p>{text.again}</p>}
      {form !== null && pathname !== path && (
        <Stack row>
          <ButtonLink href={path}>{text.openForm}</ButtonLink>
        </Stack>
      )}
    </>
  )
}

/** Removes the report and what was said about it. The keyboard goes to the page's heading: its button is gone. */
function removeReport(): void {
  writeStoredReport(null)
  const heading = document.querySelector<HTMLElement>('h1')
  if (heading !== null) heading.tabIndex = -1
  heading?.focus()
}

interface WaitingProps {
  readonly report: Extract<StoredReport, { readonly kind: 'waiting' }>
  readonly focusOnMount: boolean | undefined
}

function Waiting({ report, focusOnMount }: WaitingProps) {
  const { waiting: text } = useText('outage')
  const { language } = useLanguage()
  const now = useNow()
  const [wasTried, setTried] = useState(false)
  const { isBusy, run } = useSingleFlight()
  useEffect(keepSending, [])
  const timeZone = browserTimeZone()
  // A report that was sent is no longer shown here.
  const send = async () => {
    await sendWaitingReport()
    setTried(true)
  }
  const { accountNumber, outageReason } = report.form
  const { member } = useSession()
  const isSignedOut = isOfMember(report.form) && member === null
  return (
    <Alert tone="warning" title={text.title} focusOnMount={focusOnMount}>
      <Stack gap="small">
        <p>{text.about(outageReason, accountNumber.slice(-4))}</p>
        <p>{text.until(outageClock(expiryOf(report), { timeZone, language, now }))}</p>
        {isSignedOut && <p>{text.signInFirst}</p>}
        <CallInstead />
        <output>{wasTried && !isBusy && !isSignedOut ? text.stillLost : ''}</output>
        <Stack row gap="small">
          {isSignedOut ? (
            <ButtonLink href={paths.login()} variant="secondary">
              {text.signIn}
            </ButtonLink>
          ) : (
            <Button
              variant="secondary"
              busy={isBusy}
              busyLabel={text.sending}
              onClick={() => run(send, () => setTried(true))}
            >
              {text.sendNow}
            </Button>
          )}
          <Button variant="quiet" onClick={removeReport}>
            {text.remove}
          </Button>
        </Stack>
      </Stack>
    </Alert>
  )
}
