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
 * A rule for typed text. A key that breaks the rule does nothing, and the field says why. Pasted and dictated text always enters
 * whole: the field says what is wrong with it, and the check of the form refuses it.
 */
export interface TypingRule {
  /** Returns the reason to refuse a value, finished or not; `null` when it may stand in the field. */
  readonly check: (value: string) => Refusal | null
  /** Writes inserted text in the field's own form, such as lower case. It must not lose any meaning. */
  readonly rewrite?: (inserted: string) => string
  /** Writes the whole value in the field's own form, whatever changed it. It must not lose any meaning. */
  readonly format?: (value: string) => string
  /** Returns the note about inserted text that `rewrite` has changed. */
  readonly note?: (inserted: string) => Refusal | null
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

export const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/**
 * Applies a rule to the control inside `wrapper`, and reports why a key did nothing or inserted text was changed. The value
 * after an input event is for React's own handler to check: a state that is set in a listener of the browser is rendered before
 * React knows the new value, and would put the old one back.
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
    const moved = caret === value.length ? formatted.length : placeAfter(formatted, signsIn(value.slice(0, caret)))
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

/** A value that is wrong already can be corrected: only a key that is wrong by itself, or makes it longer, is stopped. */
const breaksRule = (rule: TypingRule, before: string, key: string, refusal: Refusal): boolean =>
  'most' in refusal || rule.check(before) === null || rule.check(key) !== null

const isSign = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/** Letters and digits, which a format keeps in their order while it moves what is between them. */
const signsIn = (text: string): number => Array.from(text).filter(isSign).length

function placeAfter(text: string, signs: number): number {
  let at = 0
  for (let left = signs; left > 0 && at < text.length; at += 1) if (isSign(text.charAt(at))) left -= 1
  return at
}

/** Refuses text of more characters. Its rest is not cut off: half an address would be another one. */
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

/** Every rule in turn: the first refusal counts. */
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
