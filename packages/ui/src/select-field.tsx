import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption {
  readonly value: string
  readonly text: string
  readonly disabled?: boolean | undefined
}

interface SelectFieldProps
  extends FieldWords,
    Omit<ComponentProps<'select'>, 'className' | 'children' | 'multiple' | 'aria-invalid' | 'aria-describedby'> {
  readonly options: readonly SelectOption[]
  /** The first, empty choice: "Choose a method". Without it the first option is chosen. */
  readonly placeholder?: string | undefined
}

/** One of several, from the browser's own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, tip, error, optionalText, id, options, placeholder, ...select } = props
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <div className={styles.box}>
          <select {...select} {...control} data-ui="select-field" className={classNames(styles.control, styles.select)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.text}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <Icon name="chevron-down" />
          </span>
        </div>
      )}
    </Field>
  )
}
