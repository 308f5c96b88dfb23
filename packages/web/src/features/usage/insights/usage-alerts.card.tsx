import type { UsageAlertsAnswer, WireUsageAlerts } from '@coopline/contract/usage/insights/insights.contract'
import { checkUsageLimits, usageAlertMessage } from '@coopline/rules/usage/insights/usage-alerts'
import { parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatDecimal } from '@coopline/rules/kernel/money'
import { parseTypedAmount, formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DateField } from '@coopline/ui/date-field'
import { MoneyField } from '@coopline/ui/money-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './insights.module.css'

interface UsageAlertsCardProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** A member's alert settings, with limits and a snooze. */
export function UsageAlertsCard(own: UsageAlertsCardProps) {
  const { alerts: text } = useText('insights')
  const saved = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage-alerts', {
    params: { ...own },
  })
  return (
    <Card title={text.title}>
      <Loaded query={saved} loading={text.loading} height="20rem" fresh>
        {(answer) =>
          Object.values(answer.offers).includes(true) ? (
            <Stack>
              <p>{text.lead}</p>
              <AlertsForm {...own} answer={answer} />
            </Stack>
          ) : (
            <p>{text.none}</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function AlertsForm({ answer, ...own }: UsageAlertsCardProps & { readonly answer: UsageAlertsAnswer }) {
  const { alerts: text } = useText('insights')
  const { offers } = answer
  const save = useMemberSend('PUT /v3/members/{memberNumber}/accounts/{accountNumber}/usage-alerts')
  const form = useRuleForm(
    (values: Typed) => checkUsageLimits(toAlerts(values)),
    ({ code }, language) => usageAlertMessage(code, language),
    {
      start: toTyped(answer.alerts),
      onSubmit: (values) => save.mutate({ params: { ...own }, body: toAlerts(values) }),
      error: save.error,
      fields: ['dailyKwh', 'projectedBillCents', 'snoozedUntil'],
    },
  )
  const limit = { hint: text.limitHint, optionalText: text.optional }
  return (
    <PortalForm
      form={form}
      busy={save.isPending}
      error={form.failure}
      submit={{ label: text.save, busyLabel: text.saving }}
    >
      {save.isSuccess && <SuccessAlert key={save.submittedAt} title={text.saved} />}
      <div className={styles.fields}>
        {offers.energy && (
          <>
            <TextField
              {...form.text('dailyKwh')}
              label={text.dailyKwh}
              {...limit}
              inputMode="numeric"
              maxLength={7}
              autoComplete="off"
              figures
            />
            <MoneyField
              {...form.text('projectedBillCents')}
              label={text.projectedBill}
              {...limit}
              onFormat={formatAmountOnBlur}
            />
          </>
        )}
        <DateField
          {...form.text('snoozedUntil')}
          label={text.snoozedUntil}
          hint={text.snoozeHint}
          optionalText={text.optional}
        />
      </div>
      {offers.water && <CheckboxField {...form.flag('continuousWater')} label={text.continuousWater} />}
      {offers.baseLoad && <CheckboxField {...form.flag('baseLoadDoubled')} label={text.baseLoadDoubled} />}
    </PortalForm>
  )
}

/** The form values. An empty limit turns the alert off. */
interface Typed {
  readonly dailyKwh: string
  readonly projectedBillCents: string
  readonly continuousWater: boolean
  readonly baseLoadDoubled: boolean
  readonly snoozedUntil: string
}

const toTyped = ({ dailyKwh, projectedBillCents, snoozedUntil, ...flags }: WireUsageAlerts): Typed => ({
  ...flags,
  dailyKwh: dailyKwh === null ? '' : String(dailyKwh),
  projectedBillCents: projectedBillCents === null ? '' : formatDecimal(cents(projectedBillCents)),
  snoozedUntil: snoozedUntil ?? '',
})

/** Turns invalid numbers into 0, which the rule refuses. */
const toAlerts = ({ dailyKwh, projectedBillCents, snoozedUntil, ...flags }: Typed): WireUsageAlerts => ({
  ...flags,
  dailyKwh: dailyKwh.trim() === '' ? null : /^[0-9]+$/u.test(dailyKwh.trim()) ? Number(dailyKwh) : 0,
  projectedBillCents: projectedBillCents.trim() === '' ? null : (parseTypedAmount(projectedBillCents) ?? 0),
  snoozedUntil: parseCalendarDate(snoozedUntil),
})
