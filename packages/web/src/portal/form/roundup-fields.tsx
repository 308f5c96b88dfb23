import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatDecimal } from '@coopline/rules/kernel/money'
import {
  maxRoundUpAmountLength,
  maxRoundUpExpiration,
  minRoundUpExpiration,
  readRoundUpAmount,
} from '@coopline/rules/accounts/operation-roundup/check-roundup'
import { DateField } from '@coopline/ui/date-field'
import { MoneyField } from '@coopline/ui/money-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import type { ChangeEvent } from 'react'

interface FieldProps {
  readonly name: string
  /** Accessible name; the table cell has a visible header. */
  readonly label: string
  readonly value: string
  readonly disabled?: boolean
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onBlur: () => void
}

/** The amount RoundUp Plus adds to each bill, as a table cell (OR-17 to OR-19, MP-58, MP-59). */
export const RoundUpAmountField = ({ label, ...field }: FieldProps) => (
  <MoneyField
    {...field}
    label={<VisuallyHidden>{label}</VisuallyHidden>}
    maxCharacters={maxRoundUpAmountLength}
    onFormat={asCurrency}
  />
)

/** The end date of an enrollment, tomorrow at the earliest (OR-20, OR-21, MP-60). */
export const RoundUpDateField = ({
  label,
  today,
  ...field
}: FieldProps & { readonly today: CalendarDate | undefined }) => (
  <DateField
    {...field}
    label={<VisuallyHidden>{label}</VisuallyHidden>}
    min={today && minRoundUpExpiration(today)}
    max={maxRoundUpExpiration}
  />
)

/** '2.5' → '2.50'; text that is not an amount stays unchanged. */
function asCurrency(typed: string): string {
  const amount = readRoundUpAmount(typed)
  return amount === null || amount === 'not-valid' ? typed : formatDecimal(amount)
}
