import { historyChoices, maxConnectionDays } from '@coopline/rules/usage/connected-apps/check-grant'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DateField } from '@coopline/ui/date-field'
import { SelectField } from '@coopline/ui/select-field'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './connected-apps.module.css'
import { furthestMonths, keyOf, type OfferedMeter, type OfferedScope, type TypedChoice } from './use-choice.ts'

interface ChoiceFieldsProps {
  readonly form: RuleForm<TypedChoice>
  readonly today: CalendarDate
  readonly scopes: readonly OfferedScope[]
  readonly meters: readonly OfferedMeter[]
}

/** Form fields for scopes, meters, history and end date. */
export function ChoiceFields({ form, today, scopes, meters }: ChoiceFieldsProps) {
  const { choice: text, list } = useText('connectedApps')
  const furthest = furthestMonths(scopes)
  const months = [...new Set([...historyChoices.filter((count) => count <= furthest), Math.min(12, furthest)])]
  return (
    <>
      <Choices
        form={form}
        field="scopes"
        legend={text.scopes}
        options={scopes.map(({ text: value, detail, hasCost }) => ({
          value,
          label: hasCost ? list.withCost(list.detail[detail]) : list.detail[detail],
        }))}
      />
      <Choices
        form={form}
        field="meters"
        legend={text.meters}
        options={meters.map((meter) => ({
          value: keyOf(meter),
          label: text.meter(meter.meterNumber, meter.accountNumber, meter.street),
        }))}
      />
      <SelectField
        {...form.text('historyMonths')}
        label={text.history}
        options={[...months]
          .sort((a, b) => a - b)
          .map((count) => ({
            value: String(count),
            text: text.months(count),
          }))}
      />
      <DateField
        {...form.text('endsOn')}
        label={text.ends}
        hint={text.endsHint}
        min={today}
        max={addDays(today, maxConnectionDays)}
      />
    </>
  )
}

interface ChoicesProps {
  readonly form: RuleForm<TypedChoice>
  readonly field: 'scopes' | 'meters'
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** A group of checkboxes. Shows the group's problem at the first one. */
function Choices({ form, field, legend, options }: ChoicesProps) {
  const chosen = form.values[field]
  const toggle = (value: string, isChosen: boolean) =>
    form.change({ [field]: isChosen ? [...chosen, value] : chosen.filter((one) => one !== value) }, field)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ value, label }, index) => (
        <CheckboxField
          key={value}
          name={field}
          label={label}
          checked={chosen.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
          error={index === 0 ? form.errorOf(field) : undefined}
        />
      ))}
    </fieldset>
  )
}
