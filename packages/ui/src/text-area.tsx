import type { ComponentProps } from 'react'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'

interface TextAreaProps
  extends FieldWords,
    Omit<ComponentProps<'textarea'>, 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> {}

/** Several lines of text. */
export function TextArea({ label, hint, tip, error, optionalText, id, rows = 4, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => <textarea {...input} {...control} rows={rows} data-ui="text-area" className={styles.control} />}
    </Field>
  )
}
