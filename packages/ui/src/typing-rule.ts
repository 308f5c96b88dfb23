import { createContext } from 'react'
import { setInputValue } from './set-input-value.ts'

/** The reason that a field does not take what was typed or pasted. */
export type Refusal =
  | { readonly code: 'digits-only' | 'not-an-amount' | 'not-a-phone' | 'spaces-left-out' }
  | { readonly code: 'too-long' | 'too-many-digits'; readonly most: number }
  | { readonly code: 'character'; readonly character: string }

/** The sentence for a refusal. The page provides it once, for all of its fields. */
export const RefusalTextContext = createContext<((refusal: Refusal) => string) | null>(null)

/**
 * A rule for typed text. A key that breaks the rule does nothing, and the field says why. Pasted and dictated text is always
 * inserted in full: the field says what is wrong with it, and the check of the form refuses it.
 */
export interface TypingRule {
  /** Returns the reason to refuse a value, finished or not; `null` when the field may contain it. */
  readonly check: (value: string) => Refusal | null
  /** Writes inserted text in the field's own form, such as lower case. It must not lose any meaning. */
  readonly rewrite?: (inserted: string) => string
  /** Writes the whole value in the field's own form after every change. It must not lose any meaning. */
  readonly format?: (value: string) => string
  /** Returns the note about inserted text that `rewrite` has changed. */
  readonly note?: (inserted: string) => Refusal | null
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

export const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/**
 * Applies a rule to the control inside `wrapper`, and reports why a key did nothing or inserted text was changed. React's own handler
 * must check the value after an input event: state that is set in a native listener is rendered before React knows the new value, and
 * would restore the old one. @returns a function that removes the listeners.
 */
export function watchControl(
  wrapper: HTMLElement,
  rule: TypingRule,
  report: (refusal: Refusal | null) => void,
): () => void {
  const onBeforeInput = (event: InputEvent) => {
    const control = event.target
    const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    if (!isTextControl(control) || inserted === '' || !event.cancelable) return

    const { value } = control
    const start = control.selectionStart ?? value.length
    const end = control.selectionEnd ?? start
    const text = rule.rewrite?.(inserted) ?? inserted
    const after = value.slice(0, start) + text + value.slice(end)
    const refusal = rule.check(after)
    if (refusal !== null && isOneKey(inserted) && breaksRule(rule, value, text, refusal)) {
      event.preventDefault()
      report(refusal)
      return
    }
    // The browser inserts it.
    if (text === inserted) return

    event.preventDefault()
    if (text !== '') {
      setInputValue(control, after)
      control.setSelectionRange(start + text.length, start + text.length)
    }
    report(rule.note?.(inserted) ?? refusal)
  }

  const onInput = (event: Event) => {
    const control = event.target
    if (!isTextControl(control)) return
    const { value } = control
    const formatted = rule.format?.(value) ?? value
    if (formatted === value) return
    event.stopPropagation()
    const caret = control.selectionStart ?? value.length
    setInputValue(control, formatted)
    const moved =
      caret === value.length ? formatted.length : placeAfter(formatted, countSignificant(value.slice(0, caret)))
    control.setSelectionRange(moved, moved)
  }

  wrapper.addEventListener('beforeinput', onBeforeInput)
  wrapper.addEventListener('input', onInput)
  return () => {
    wrapper.removeEventListener('beforeinput', onBeforeInput)
    wrapper.removeEventListener('input', onInput)
  }
}

const isOneKey = (inserted: string): boolean => Array.from(inserted).length === 1

/** True for a key to stop. A value that already breaks the rule can be corrected, unless the key is wrong itself or adds to the length. */
const breaksRule = (rule: TypingRule, before: string, key: string, refusal: Refusal): boolean =>
  'most' in refusal || rule.check(before) === null || rule.check(key) !== null

const isSignificant = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/** Counts letters and digits. A format keeps their order and changes only what is between them. */
const countSignificant = (text: string): number => Array.from(text).filter(isSignificant).length

/** Returns the index after as many letters and digits. */
function placeAfter(text: string, count: number): number {
  let at = 0
  for (let left = count; left > 0 && at < text.length; at += 1) if (isSignificant(text.charAt(at))) left -= 1
  return at
}

/** Refuses text of more than `most` characters. It does not cut the text, because half of an address would be another address. */
export const atMost = (most: number): TypingRule => ({
  check: (value) => (value.length > most ? { code: 'too-long', most } : null),
})

/** Refuses each of these characters. */
export const withoutCharacters = (refused: string): TypingRule => ({
  check: (value) => {
    const character = Array.from(value).find((one) => refused.includes(one))
    return character === undefined ? null : { code: 'character', character }
  },
})

/** Combines rules: applies them in order and reports the first refusal. `undefined` without a rule. */
export const allOf = (...rules: readonly (TypingRule | undefined)[]): TypingRule | undefined => {
  const given = rules.filter((rule) => rule !== undefined)
  if (given.length <= 1) return given[0]
  return {
    check: (value) => given.map((rule) => rule.check(value)).find((refusal) => refusal !== null) ?? null,
    rewrite: (inserted) => given.reduce((text, rule) => rule.rewrite?.(text) ?? text, inserted),
    format: (value) => given.reduce((text, rule) => rule.format?.(text) ?? text, value),
    note: (inserted) => given.map((rule) => rule.note?.(inserted) ?? null).find((note) => note !== null) ?? null,
  }
}
