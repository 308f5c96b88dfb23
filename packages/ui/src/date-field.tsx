import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import type { InputAttributes } from './text-field.tsx'

interface DateFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern'> {
  /** First and last day that can be chosen, yyyy-MM-dd. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** With the time of day: the value is then yyyy-MM-ddThh:mm, in no time zone. */
  readonly withTime?: boolean | undefined
}

/** A calendar date, typed or picked in the browser's own calendar. Its value is yyyy-MM-dd, or empty. */
export function DateField({ label, hint, tip, error, optionalText, id, withTime = false, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          type={withTime ? 'datetime-local' : 'date'}
          data-ui="date-field"
          className={`${styles.control} ${styles.figures}`}
        />
      )}
    </Field>
  )
}
