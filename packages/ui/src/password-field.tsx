import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { Field, type FieldWords } from './field.tsx'
import styles from './password-field.module.css'
import type { InputAttributes } from './text-field.tsx'
import { allOf, atMost, type TypingRule } from './typing-rule.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface PasswordWords {
  /** The button's short words, and its whole name for screen readers: "Show", "Show password". */
  readonly show: string
  readonly showName: string
  readonly hide: string
  readonly hideName: string
  /** Announced when the password becomes visible or hidden. */
  readonly shown: string
  readonly hidden: string
  /** The message under the field after a paste that is not allowed. */
  readonly pasteRefused: string
}

interface PasswordFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'onPaste' | 'onDrop' | 'pattern'> {
  readonly words: PasswordWords
  readonly allowPaste: boolean
  /** `current-password` or `new-password`, so that password managers know what to do. */
  readonly autoComplete: 'current-password' | 'new-password'
}

/**
 * A password, which can be shown. Spaces are left out, whether typed, pasted or filled in, and the field says so; nothing can be dropped on it (LG-20, LG-21). Password managers fill it in whether or not pasting is allowed.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, tip, error, optionalText, id, words, allowPaste, onChange, maxLength, ...input } = props
  const [isShown, setShown] = useState<boolean | null>(null)
  const [refused, setRefused] = useState(false)

  const onPaste = (event: ClipboardEvent) => {
    if (allowPaste) return
    event.preventDefault()
    setRefused(true)
  }
  const refuseDrop = (event: DragEvent) => event.preventDefault()

  return (
    <Field
      {...{ label, hint, tip, error, optionalText, id }}
      typing={allOf(noSpaces, maxLength === undefined ? undefined : atMost(maxLength))}
      notice={refused ? words.pasteRefused : undefined}
    >
      {(attributes) => (
        <div className={classNames(control.box, styles.box)}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...attributes}
            type={isShown === true ? 'text' : 'password'}
            data-ui="password-field"
            data-max-length={maxLength}
            className={classNames(control.control, styles.input)}
            onChange={(event) => {
              setRefused(false)
              return onChange?.(event)
            }}
            onPaste={onPaste}
            onDrop={refuseDrop}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={isShown === true ? words.hideName : words.showName}
            aria-controls={attributes.id}
            onClick={() => setShown(isShown !== true)}
          >
            {isShown === true ? words.hide : words.show}
          </button>
          <VisuallyHidden live="polite">{isShown === null ? '' : isShown ? words.shown : words.hidden}</VisuallyHidden>
        </div>
      )}
    </Field>
  )
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/gu, '')

const hasSpaces = (text: string): boolean => withoutSpaces(text) !== text

const noSpaces: TypingRule = {
  check: () => null,
  rewrite: withoutSpaces,
  format: withoutSpaces,
  note: (inserted) => (hasSpaces(inserted.trim()) || inserted.trim() === '' ? { code: 'spaces-left-out' } : null),
}
