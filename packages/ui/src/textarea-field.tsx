import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { atMost } from './typing-rule.ts'

interface TextareaFieldProps
  extends FieldWords,
    Omit<ComponentProps<'textarea'>, 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> {
  /** The remaining length shown below the field, such as "310 characters remaining". */
  readonly counter?: string | undefined
}

/** A multi-line text field. `maxLength` stops a key and says so; longer text that is pasted stays, and the check refuses it. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, hint, tip, error, optionalText, id, counter, rows = 4, maxLength, ...input } = props
  const typing = maxLength === undefined ? undefined : atMost(maxLength)
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id} typing={typing}>
      {(control) => (
        <>
          <textarea
            {...input}
            {...control}
            rows={rows}
            data-ui="textarea-field"
            data-max-length={maxLength}
            className={classNames(styles.control, styles.lines)}
          />
          {counter !== undefined && <output className={styles.counter}>{counter}</output>}
        </>
      )}
    </Field>
  )
}
