import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'

interface TextareaFieldProps
  extends FieldWords,
    Omit<ComponentProps<'textarea'>, 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> {
  /** The remaining length shown below the field, such as "310 characters remaining". */
  readonly counter?: string | undefined
}

/** A multi-line text field. Text that is too long stays in the field, and the check reports it. */
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
