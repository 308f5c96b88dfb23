import { type ClipboardEvent, type DragEvent, type FocusEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import { filterTyping, type Insertion } from './filter-typing.ts'
import { setInputValue } from './set-input-value.ts'
import type { InputAttributes } from './text-field.tsx'

interface MoneyFieldProps
  extends FieldWords,
    Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern' | 'onPaste' | 'onDrop'> {
  /** Gets what was typed when the field is left and returns what to show, for example "25" → "25.00". */
  readonly onFormat: (typed: string) => string
  /** Said under the field when someone tries to paste or drop an amount; without it, both are allowed. */
  readonly pasteRefusedText?: string | undefined
  /** 13 when absent: ten digits, the point and two decimals (PA-01). */
  readonly maxCharacters?: number | undefined
}

const longestAmount = 13

/**
 * An amount in dollars: digits and one decimal point. For a payment it refuses pasting and dropping with a message, because
 * the payer must type the amount (QP-18).
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
    setRefused(false)
    const field = event.currentTarget
    const formatted = onFormat(field.value)
    if (formatted !== field.value) setInputValue(field, formatted)
    onBlur?.(event)
  }

  return (
    <Field label={label} hint={hint} tip={tip} error={error} optionalText={optionalText} id={id}>
      {(control) => (
        <>
          <div ref={keepAmount} className={classNames(styles.box, styles.moneyBox)}>
            <span className={styles.currency} aria-hidden="true">
              $
            </span>
            <input
              autoComplete="off"
              {...input}
              {...control}
              type="text"
              inputMode="decimal"
              maxLength={maxCharacters}
              data-ui="money-field"
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
          <output className={styles.refusal}>{refused && pasteRefusedText}</output>
        </>
      )}
    </Field>
  )
}

const keepAmount = filterTyping({ accept: acceptAmount, clean: (value) => value.replace(/[^\d.]/g, '') })

function acceptAmount({ inserted, value, start, end }: Insertion): string {
  const after = value.slice(0, start) + inserted + value.slice(end)
  return /^\d*(?:\.\d*)?$/.test(after) ? inserted : ''
}
