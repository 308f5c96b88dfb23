import { onlyDigits } from '@coopline/rules/kernel/digits'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { filterTyping, type Insertion } from './filter-typing.ts'
import type { InputAttributes } from './text-field.tsx'

interface DigitsFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern'> {
  /** How many digits can be typed. A longer paste is kept whole, for the check to complain about. */
  readonly maxDigits?: number | undefined
  /** Keep only the first `maxDigits` of a paste too. */
  readonly cutToMax?: boolean | undefined
}

/** A number that is a name, not a quantity: account number, last digits of a phone, one-time code. */
export function DigitsField(props: DigitsFieldProps) {
  const { label, hint, tip, error, optionalText, id, maxDigits, cutToMax = false, ...input } = props
  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <div ref={keepDigits} className={styles.box}>
          <input
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            data-ui="digits-field"
            data-max-digits={maxDigits}
            data-cut-to-max={cutToMax}
            className={classNames(styles.control, styles.figures)}
          />
        </div>
      )}
    </Field>
  )
}

const keepDigits = filterTyping({ accept: acceptDigits, clean: onlyDigits })

/**
 * A key that is no digit, or one digit too many, does nothing. Pasted text loses what is not a digit but never a
 * digit: cutting a pasted account number short would pay someone else's account.
 */
function acceptDigits({ inserted, value, start, end, input }: Insertion): string {
  const digits = onlyDigits(inserted)
  const { maxDigits, cutToMax } = input.dataset
  const room = maxDigits === undefined ? Number.POSITIVE_INFINITY : Number(maxDigits) - (value.length - (end - start))
  if (digits.length <= room) return digits
  const isOneKey = inserted.length === 1
  return isOneKey || cutToMax === 'true' ? digits.slice(0, Math.max(room, 0)) : digits
}
