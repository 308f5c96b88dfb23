import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { allOf, atMost, type TypingRule } from './typing-rule.ts'

/** The attributes that every input accepts besides its texts: `ref`, `name`, `onChange`, `onBlur`, `defaultValue` or `value`, … */
export type InputAttributes = Omit<
  ComponentProps<'input'>,
  'className' | 'children' | 'aria-invalid' | 'aria-describedby'
>

interface TextFieldProps extends FieldWords, InputAttributes {
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'url' | undefined
  /** Figures of one width, for phone and account numbers. */
  readonly figures?: boolean | undefined
  /** An additional rule for typed text. */
  readonly typing?: TypingRule | undefined
}

/** One line of text. `maxLength` stops a key and says so; longer text that is pasted stays whole, for the check to refuse. */
export function TextField(props: TextFieldProps) {
  const { label, hint, tip, error, optionalText, id, figures = false, maxLength, typing, ...input } = props
  const rule = allOf(typing, maxLength === undefined ? undefined : atMost(maxLength))
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id} typing={rule}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          data-ui="text-field"
          data-max-length={maxLength}
          className={classNames(styles.control, figures && styles.figures)}
        />
      )}
    </Field>
  )
}
