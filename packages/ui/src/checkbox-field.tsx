import { useId } from 'react'
import styles from './checkbox-field.module.css'
import { classNames } from './class-names.ts'
import { FieldError, hasContent, type FieldWords } from './field.tsx'
import type { InputAttributes } from './text-field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CheckboxFieldProps extends Omit<FieldWords, 'optionalText' | 'tip'>, Omit<InputAttributes, 'type'> {
  /** For a cell whose headers label the box: the label is for screen readers only, and the box is as high as a line of text. */
  readonly labelHidden?: boolean
}

/** A yes or no, with its words beside the box; the words can be pressed too. */
export function CheckboxField({ label, labelHidden = false, hint, error, id, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hasContent(hint) ? `${controlId}-hint` : undefined
  const errorId = hasContent(error) ? `${controlId}-error` : undefined

  return (
    <div data-ui="checkbox-field" className={classNames(styles.row, labelHidden && styles.alone)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        className={styles.box}
        aria-describedby={[hintId, errorId].filter((part) => part !== undefined).join(' ') || undefined}
        aria-invalid={errorId === undefined ? undefined : true}
      />
      <label htmlFor={controlId} className={styles.label}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {hintId !== undefined && (
        <div id={hintId} className={styles.below}>
          {hint}
        </div>
      )}
      {errorId !== undefined && (
        <div className={styles.below}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
