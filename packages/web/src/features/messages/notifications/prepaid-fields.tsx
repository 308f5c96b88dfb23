import type { NotificationSettings } from '@coopline/contract/messages/notifications/notifications.contract'
import { cents, formatDecimal } from '@coopline/rules/kernel/money'
import { parseTypedAmount, formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { checkPrepaidThresholds, type PrepaidProblem } from '@coopline/rules/messages/notifications/prepaid'
import { MoneyField } from '@coopline/ui/money-field'
import { TextField } from '@coopline/ui/text-field'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './notifications.module.css'

type Thresholds = NonNullable<NotificationSettings['prepaid']>

/** The thresholds as a member types them. An empty one turns its warning off. */
export interface TypedThresholds {
  readonly prepaidDays: string
  readonly prepaidAmount1: string
  readonly prepaidAmount2: string
  readonly prepaidAmount3: string
}

const amountNames = ['prepaidAmount1', 'prepaidAmount2', 'prepaidAmount3'] as const

/** Names of the fields, from top to bottom. */
export const thresholdFields = ['prepaidDays', ...amountNames] as const

/** Converts thresholds to what the fields show; all are empty for an account that is not prepaid. */
export function toTypedThresholds(thresholds: Thresholds | null): TypedThresholds {
  const amount = (index: number) => {
    const value = thresholds?.amounts[index]
    return value === undefined ? '' : formatDecimal(cents(value))
  }
  const days = thresholds?.daysLeft ?? null
  return {
    prepaidDays: days === null ? '' : String(days),
    prepaidAmount1: amount(0),
    prepaidAmount2: amount(1),
    prepaidAmount3: amount(2),
  }
}

/** Reads the fields. Text that is not a number becomes 0, which the rule refuses. */
const readThresholds = ({ prepaidDays, ...typed }: TypedThresholds) => {
  const days = prepaidDays.trim()
  return {
    daysLeft: days === '' ? null : /^[0-9]{1,9}$/u.test(days) ? Number(days) : 0,
    amounts: amountNames.map((name) => (typed[name].trim() === '' ? null : (parseTypedAmount(typed[name]) ?? 0))),
  }
}

export const checkTypedThresholds = (typed: TypedThresholds): readonly PrepaidProblem[] =>
  checkPrepaidThresholds(readThresholds(typed))

/** Reads the thresholds of fields without a problem. */
export function toThresholds(typed: TypedThresholds): Thresholds {
  const { daysLeft, amounts } = readThresholds(typed)
  return { daysLeft, amounts: amounts.flatMap((amount) => (amount === null ? [] : [cents(amount)])) }
}

/** At how many days and at which amounts a member is warned that prepaid money is running out. */
export function PrepaidFields<Values extends TypedThresholds>({ form }: { readonly form: RuleForm<Values> }) {
  const { prepaid: text } = useText('notifications')
  const { optional: optionalText } = text
  const { text: field } = form as unknown as RuleForm<TypedThresholds>
  return (
    <fieldset className={styles.thresholds}>
      <legend>{text.title}</legend>
      <p className={styles.small}>{text.lead}</p>
      <div className={styles.contacts}>
        <TextField
          {...field('prepaidDays')}
          label={text.days}
          optionalText={optionalText}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          figures
        />
        {amountNames.map((name, index) => (
          <MoneyField
            key={name}
            {...field(name)}
            label={text.amount(index + 1)}
            optionalText={optionalText}
            onFormat={formatAmountOnBlur}
          />
        ))}
      </div>
    </fieldset>
  )
}
