import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'

/** What every input accepts besides its texts: `ref`, `name`, `onChange`, `onBlur`, `defaultValue` or `value`, … */
export type InputAttributes = Omit<
  ComponentProps<'input'>,
  'className' | 'children' | 'aria-invalid' | 'aria-describedby'
>

interface TextFieldProps extends FieldWords, InputAttributes {
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'url' | undefined
  /** Figures of one width, for phone and account numbers. */
  readonly figures?: boolean | undefined
}

/** One line of text. */
export function TextField({ label, hint, tip, error, optionalText, id, figures = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          data-ui="text-field"
          className={classNames(styles.control, figures && styles.figures)}
        />
      )}
    </Field>
  )
}
