import type { ComponentProps } from 'react'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'

interface FileFieldProps
  extends FieldWords,
    Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'value' | 'aria-invalid' | 'aria-describedby'> {
  /** Media types that the browser offers, such as `image/jpeg,image/png`. The server decides by the content. */
  readonly accept: string
}

/** Chooses a file of the device. */
export function FileField({ label, hint, tip, error, optionalText, id, ...input }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => <input {...input} {...control} type="file" data-ui="file-field" className={styles.control} />}
    </Field>
  )
}
