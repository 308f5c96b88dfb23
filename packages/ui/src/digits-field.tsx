import { onlyDigits } from '@coopline/rules/kernel/digits'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import type { InputAttributes } from './text-field.tsx'
import type { TypingRule } from './typing-rule.ts'

interface DigitsFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern'> {
  /** The maximum number of digits that can be typed. A longer paste is kept whole, for the check to refuse. */
  readonly maxDigits?: number | undefined
  /** A note that is shown before any typing, such as that a link held more digits than fit. */
  readonly notice?: string | undefined
}

/** A number that is a name, not a quantity: account number, last digits of a phone, one-time code. */
export function DigitsField(props: DigitsFieldProps) {
  const { label, hint, tip, error, optionalText, id, maxDigits, notice, ...input } = props
  return (
    <Field
      {...{ label, hint, tip, error, optionalText, id, notice }}
      typing={digitsRule(maxDigits ?? Number.POSITIVE_INFINITY)}
    >
      {(control) => (
        <div className={styles.box}>
          <input
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            data-ui="digits-field"
            data-max-digits={maxDigits}
            className={classNames(styles.control, styles.figures)}
          />
        </div>
      )}
    </Field>
  )
}

/**
 * A key that is not a digit, or one digit too many, does nothing. Pasted text loses the blanks and hyphens between its digits.
 * Anything else in it stays for the check to refuse: N6789 is another number than 6789, and an account number that is cut is
 * another account.
 */
const digitsRule = (most: number): TypingRule => ({
  check: (value) => {
    if (onlyDigits(value) !== value) return { code: 'digits-only' }
    return value.length > most ? { code: 'too-many-digits', most } : null
  },
  rewrite: (inserted) => (inserted.length === 1 ? inserted : withoutSeparators(inserted)),
  format: withoutSeparators,
})

/** Digits without the blanks and hyphens among them; other text as it is. */
function withoutSeparators(text: string): string {
  const digits = text.trim().replaceAll(/(?<=[0-9])[\s\p{Pd}]{1,3}(?=[0-9])/gu, '')
  return onlyDigits(digits) === digits ? digits : text
}
