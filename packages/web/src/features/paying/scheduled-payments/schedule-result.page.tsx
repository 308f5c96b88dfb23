import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatScheduleDate } from '@coopline/rules/paying/scheduled-payments/scheduled-payments.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { findStoredSchedule } from '../../../portal/paying/stored-schedule.ts'
import { useScheduleOutcome } from '../../../portal/paying/schedule-outcome.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './schedule-result.module.css'

/**
 * A payment was scheduled: the server's message and the date (SP-10 to SP-12, SP-14). The page claims so only after a payment was:
 * in this tab, or for a number that is in the member's list.
 */
export function ScheduleSuccessPage() {
  const { result: text } = useText('scheduledPayments')
  const transNo = usePageQuery().get('transno') ?? ''
  const outcome = useScheduleOutcome()
  const kept = findStoredSchedule(transNo)
  const isKnown = outcome?.kind === 'scheduled' || kept !== null
  return (
    <ResultPage more={viewAll(text)}>
      {isKnown || transNo === '' ? (
        <Scheduled isKnown={isKnown} message={outcome?.message} date={kept ?? undefined} />
      ) : (
        <ListedSchedule transNo={transNo} />
      )}
    </ResultPage>
  )
}

/** In another tab the list knows the payment and its day. */
function ListedSchedule({ transNo }: { readonly transNo: string }) {
  const { loading } = useText('scheduledPayments')
  const memberNumber = useSession().member?.memberNumber ?? ''
  const list = useMemberRead('GET /v3/members/{memberNumber}/scheduled-payments', { params: { memberNumber } })
  return (
    <Loaded query={list} loading={loading} height={resultHeight}>
      {({ scheduledPaymentsList }) => {
        const found = scheduledPaymentsList.find((one) => one.transNo === transNo)
        return <Scheduled isKnown={found !== undefined} date={found?.paymentDate} />
      }}
    </Loaded>
  )
}

interface ScheduledProps {
  readonly isKnown: boolean
  readonly message?: string | undefined
  readonly date: CalendarDate | undefined
}

function Scheduled({ isKnown, message, date }: ScheduledProps) {
  const { result: text } = useText('scheduledPayments')
  const { language } = useLanguage()
  if (!isKnown) return <p>{text.nothing}</p>
  return (
    <Alert tone="success" title={message ?? text.scheduled}>
      {date !== undefined && <p>{text.on(formatScheduleDate(date, language))}</p>}
    </Alert>
  )
}

/** The payment could not be scheduled: the server's message (SP-16, REQ-D-096). */
export function ScheduleErrorPage() {
  const { result: text } = useText('scheduledPayments')
  const outcome = useScheduleOutcome()
  if (outcome?.kind !== 'failed') return <NothingPage />
  return (
    <ResultPage more={{ href: paths.payMultiple(), label: text.again }}>
      <Alert tone="error" title={text.failed}>
        <p>{outcome.message ?? text.failedLead}</p>
      </Alert>
    </ResultPage>
  )
}

/** The member canceled (SP-13, SP-15). */
export function ScheduleCancelPage() {
  const { result: text } = useText('scheduledPayments')
  const outcome = useScheduleOutcome()
  if (outcome?.kind !== 'canceled') return <NothingPage />
  return (
    <ResultPage>
      <p>{text.canceled}</p>
    </ResultPage>
  )
}

/** The page opened by its address: nothing happened that it could report. */
function NothingPage() {
  const { result: text } = useText('scheduledPayments')
  return (
    <ResultPage more={viewAll(text)}>
      <p>{text.nothing}</p>
    </ResultPage>
  )
}

const viewAll = ({ view }: { readonly view: string }) => ({ href: paths.scheduledPayments(), label: view })

/** Room for any result, so that the buttons below do not move when it arrives. */
const resultHeight = '6.5rem'

interface ResultPageProps {
  readonly more?: { readonly href: string; readonly label: string }
  readonly children: ReactNode
}

function ResultPage({ more, children }: ResultPageProps) {
  const { result: text } = useText('scheduledPayments')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <div className={styles.result}>{children}</div>
      <div className={styles.buttons}>
        <ButtonLink href={paths.accountOverview()}>{text.done}</ButtonLink>
        {more !== undefined && (
          <ButtonLink href={more.href} variant="secondary">
            {more.label}
          </ButtonLink>
        )}
      </div>
    </Stack>
  )
}
