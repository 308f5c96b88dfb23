import { paths } from '@coopline/contract/paths'
import type { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { failureMessage } from '../../../portal/call/failure-message.ts'
import { keepSchedule } from '../../../portal/paying/stored-schedule.ts'
import { scheduleState } from '../../../portal/paying/schedule-outcome.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import type { ScheduleOptions } from './schedule-fields.tsx'

type Lines = typeof scheduledPayments
const optionsLine = 'GET /v3/members/{memberNumber}/scheduled-payments/options' satisfies Lines['options']['call']
const createLine = 'POST /v3/members/{memberNumber}/scheduled-payments' satisfies Lines['create']['call']

interface LaterPayment {
  readonly paymentDate: CalendarDate
  readonly methodId: string
  readonly amounts: Readonly<Record<string, Cents>>
  /** The fee that the page shows. */
  readonly convenienceFee: Cents
}

export interface Scheduling {
  /** Loads nothing where the cooperative takes no later payments. */
  readonly options: UseQueryResult<ScheduleOptions>
  readonly isBusy: boolean
  /** The error that the form can show; any other failure has a page of its own (SP-16). */
  readonly error: unknown
  readonly schedule: (payment: LaterPayment) => void
  readonly cancel: () => void
}

/** Schedules a payment instead of making it now, where the cooperative allows that (ST-30). */
export function useSchedule(memberNumber: string): Scheduling {
  const { allowFutureDatedPayments: enabled } = useSite().configuration
  const navigate = useNavigate()
  const { language } = useLanguage()
  const params = { memberNumber }
  const options = useMemberRead(optionsLine, { params }, { enabled })
  const send = useMemberSend(createLine)
  return {
    options,
    isBusy: send.isPending,
    error: isOfForm(send.error) ? send.error : null,
    cancel: () => void navigate(paths.scheduleCancel(), { state: scheduleState({ kind: 'canceled' }) }),
    schedule: ({ amounts, ...later }) =>
      send.mutate(
        {
          params,
          body: {
            ...later,
            accountDetails: Object.entries(amounts).map(([accountNumber, amount]) => ({ accountNumber, amount })),
          },
        },
        {
          onSuccess: ({ transNo, paymentDate, message }) => {
            keepSchedule(transNo, paymentDate)
            void navigate(paths.scheduleSuccess({ transno: transNo }), {
              state: scheduleState({ kind: 'scheduled', message }),
            })
          },
          onError: (error) => {
            if (isOfForm(error)) return
            const message = error instanceof CallFailed ? failureMessage(error, language) : undefined
            void navigate(paths.scheduleError(), { state: scheduleState({ kind: 'failed', message }) })
          },
        },
      ),
  }
}

const isOfForm = (error: Error | null): boolean =>
  error instanceof CallFailed && (error.status === 400 || error.status === 403 || error.status === 409)
