import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatScheduleDate } from '@coopline/rules/scheduled-payments/scheduled-payments.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../portal/is-record.ts'
import { usePageQuery } from '../../portal/page-address.ts'
import { findKeptSchedule } from '../../portal/paying/kept-schedule.ts'
import { useSession } from '../../portal/session.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import styles from './schedule-result.module.css'

/** A payment was scheduled: the server's message and the date (SP-10 to SP-12, SP-14). */
export function ScheduleSuccessPage() {
  const { result: text } = useText('scheduledPayments')
  const transNo = usePageQuery().get('transno')
  const message = useStateMessage() ?? text.scheduled
  return (
    <ResultPage more={{ href: paths.scheduledPayments(), label: text.view }}>
      <Alert tone="success" title={message}>
        {transNo !== null && <ScheduledDay transNo={transNo} />}
      </Alert>
    </ResultPage>
  )
}

/** The sentence that the link to the page carries; `null` when the page is opened by its address. */
function useStateMessage(): string | null {
  const { state } = useLocation()
  return isRecord(state) && typeof state['message'] === 'string' ? state['message'] : null
}

function ScheduledDay({ transNo }: { readonly transNo: string }) {
  const { member } = useSession()
  const kept = findKeptSchedule(transNo)
  if (kept !== null) return <Day date={kept} />
  return member === null ? null : <ListedDay memberNumber={member.memberNumber} transNo={transNo} />
}

/** In another tab the list knows the day. */
function ListedDay({ memberNumber, transNo }: { readonly memberNumber: string; readonly transNo: string }) {
  const { data } = useMemberRead('GET /v3/members/{memberNumber}/scheduled-payments', { params: { memberNumber } })
  const found = data?.scheduledPaymentsList.find((one) => one.transNo === transNo)
  return found === undefined ? null : <Day date={found.paymentDate} />
}

function Day({ date }: { readonly date: CalendarDate }) {
  const { result: text } = useText('scheduledPayments')
  const { language } = useLanguage()
  return <p>{text.on(formatScheduleDate(date, language))}</p>
}

/** The payment could not be scheduled: the server's message (SP-16, REQ-D-096). */
export function ScheduleErrorPage() {
  const { result: text } = useText('scheduledPayments')
  const message = useStateMessage() ?? text.failedLead
  return (
    <ResultPage more={{ href: paths.payMultiple(), label: text.again }}>
      <Alert tone="error" title={text.failed}>
        <p>{message}</p>
      </Alert>
    </ResultPage>
  )
}

/** The member canceled (SP-13, SP-15). */
export function ScheduleCancelPage() {
  const { result: text } = useText('scheduledPayments')
  return (
    <ResultPage>
      <p>{text.canceled}</p>
    </ResultPage>
  )
}

interface ResultPageProps {
  readonly more?: { readonly href: string; readonly label: string }
  readonly children: ReactNode
}

function ResultPage({ more, children }: ResultPageProps) {
  const { result: text } = useText('scheduledPayments')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {children}
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
