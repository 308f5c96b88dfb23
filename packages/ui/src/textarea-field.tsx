import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'

interface TextareaFieldProps
  extends FieldWords,
    Omit<ComponentProps<'textarea'>, 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> {
  /** What is said below about the room that is left, as the member types: "310 characters remaining". */
  readonly counter?: string | undefined
}

/** Several lines of text. A text that is too long stays as it is, for the check to complain about. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, hint, tip, error, optionalText, id, counter, rows = 4, ...input } = props
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <>
          <textarea
            {...input}
            {...control}
            rows={rows}
            data-ui="textarea-field"
            className={classNames(styles.control, styles.lines)}
          />
          {counter !== undefined && <output className={styles.counter}>{counter}</output>}
        </>
      )}
    </Field>
  )
}
