import { paths } from '@coopline/contract/paths'
import type { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { scheduleDates } from '@coopline/rules/paying/scheduled-payments/check-schedule'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { DateField } from '@coopline/ui/date-field'
import { SelectField } from '@coopline/ui/select-field'
import type { UseQueryResult } from '@tanstack/react-query'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { routeExists, useRouteTable } from '../../../portal/page/route-table.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import type { PayValues } from './check-pay-accounts.ts'

export type ScheduleOptions = AnswerOf<(typeof scheduledPayments)['options']>

interface ScheduleFieldsProps {
  readonly options: UseQueryResult<ScheduleOptions>
  /** The provider stores methods. Where it stores none and the member has none, there is no later day to choose. */
  readonly canStore: boolean
  readonly form: RuleForm<PayValues>
}

/** On which later day to pay, and with which stored method: no one enters a card on that day. */
export function ScheduleFields({ options, canStore, form }: ScheduleFieldsProps) {
  const { later: text } = useText('payMultiple').schedule
  return (
    <>
      <RetryAlert query={options}>
        <p>{text.notLoaded}</p>
      </RetryAlert>
      {options.data !== undefined && (canStore || options.data.methods.length > 0) && (
        <LaterDay options={options.data} form={form} />
      )}
    </>
  )
}

interface LaterDayProps extends Pick<ScheduleFieldsProps, 'form'> {
  readonly options: ScheduleOptions
}

function LaterDay({ options, form }: LaterDayProps) {
  const { later: text } = useText('payMultiple').schedule
  const table = useRouteTable()
  const { earliest, latest } = scheduleDates(options.today)
  const isLater = form.values.paymentDate !== ''
  return (
    <>
      <DateField {...form.text('paymentDate')} label={text.date} hint={text.hint} min={earliest} max={latest} />
      {isLater && options.methods.length > 0 && (
        <SelectField
          {...form.text('methodId')}
          label={text.method}
          placeholder={text.choose}
          options={options.methods.map(({ methodId, paymentMethod }) => ({ value: methodId, text: paymentMethod }))}
        />
      )}
      {isLater && options.methods.length === 0 && (
        <Alert tone="info" title={text.noMethod}>
          {routeExists(table, paths.paymentProfile()) && (
            <ButtonLink href={paths.paymentProfile()} variant="secondary">
              {text.addMethod}
            </ButtonLink>
          )}
        </Alert>
      )}
    </>
  )
}
