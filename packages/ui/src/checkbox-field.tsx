import { useId } from 'react'
import styles from './checkbox-field.module.css'
import { FieldError, hasContent, type FieldWords } from './field.tsx'
import type { InputAttributes } from './text-field.tsx'

interface CheckboxFieldProps extends Omit<FieldWords, 'optionalText' | 'tip'>, Omit<InputAttributes, 'type'> {}

/** A yes or no, with its words beside the box; the words can be pressed too. */
export function CheckboxField({ label, hint, error, id, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hasContent(hint) ? `${controlId}-hint` : undefined
  const errorId = hasContent(error) ? `${controlId}-error` : undefined

  return (
    <div data-ui="checkbox-field" className={styles.row}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        className={styles.box}
        aria-describedby={[hintId, errorId].filter((part) => part !== undefined).join(' ') || undefined}
        aria-invalid={errorId === undefined ? undefined : true}
      />
      <label htmlFor={controlId} className={styles.label}>
        {label}
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
