import { mayBecomeAmount, readTypedAmount } from '@coopline/rules/kernel/typed-amount'
import { type ClipboardEvent, type DragEvent, type FocusEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { setInputValue } from './set-input-value.ts'
import type { InputAttributes } from './text-field.tsx'
import { allOf, atMost, type TypingRule } from './typing-rule.ts'

interface MoneyFieldProps
  extends FieldWords,
    Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern' | 'onPaste' | 'onDrop'> {
  /** Gets what was typed when the field is left and returns what to show, for example "25" → "25.00". */
  readonly onFormat: (typed: string) => string
  /** Shown under the field when a payer tries to paste or drop an amount. Without it, both are allowed. */
  readonly pasteRefusedText?: string | undefined
  /** 13 when absent: ten digits, the point and two decimals (PA-01). */
  readonly maxCharacters?: number | undefined
}

const longestAmount = 13

/**
 * An amount in dollars: digits, one decimal point or comma, and commas or points between thousands. A pasted '$1,234.56' is
 * written as 1234.56. With `pasteRefusedText` it refuses pasting and dropping with that message (QP-18).
 */
export function MoneyField(props: MoneyFieldProps) {
  const { label, hint, tip, error, optionalText, id, onFormat, pasteRefusedText, onBlur, onChange, ...rest } = props
  const { maxCharacters = longestAmount, ...input } = rest
  const [refused, setRefused] = useState(false)

  const refuse = (event: ClipboardEvent | DragEvent) => {
    if (pasteRefusedText === undefined) return
    event.preventDefault()
    setRefused(true)
  }

  // Formatted before the page's own onBlur, which reads the value to check it.
  const formatThenBlur = (event: FocusEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const formatted = onFormat(field.value)
    if (formatted !== field.value) setInputValue(field, formatted)
    onBlur?.(event)
  }

  return (
    <Field
      {...{ label, hint, tip, error, optionalText, id }}
      typing={allOf(amount, atMost(maxCharacters))}
      notice={refused ? pasteRefusedText : undefined}
    >
      {(control) => (
        <div className={classNames(styles.box, styles.moneyBox)}>
          <span className={styles.currency} aria-hidden="true">
            $
          </span>
          <input
            autoComplete="off"
            {...input}
            {...control}
            type="text"
            inputMode="decimal"
            data-ui="money-field"
            data-max-length={maxCharacters}
            className={classNames(styles.control, styles.figures, styles.money)}
            onChange={(event) => {
              setRefused(false)
              return onChange?.(event)
            }}
            onBlur={formatThenBlur}
            onPaste={refuse}
            onDrop={refuse}
          />
        </div>
      )}
    </Field>
  )
}

const amount: TypingRule = {
  check: (value) => (mayBecomeAmount(value) || readTypedAmount(value) !== null ? null : { code: 'not-an-amount' }),
  rewrite: (inserted) => (inserted.length === 1 ? inserted : (readTypedAmount(inserted) ?? inserted)),
}
