import { setInputValue } from './set-input-value.ts'

/** What is about to happen to an input: `inserted` replaces the text between `start` and `end` of `value`. */
export interface Insertion {
  readonly inserted: string
  readonly value: string
  readonly start: number
  readonly end: number
  readonly input: HTMLInputElement
}

export interface TypingRule {
  /** The part of an insertion that may enter the field: all of it, some of it, or '' to refuse. */
  readonly accept: (insertion: Insertion) => string
  /** Cleans a value that arrived without asking first, as autofill and some phone keyboards do. */
  readonly clean: (value: string) => string
}

/**
 * Makes a ref callback for an element around an input; typed, pasted, dropped and dictated text passes through `rule`. Call it
 * once, outside the component, so that the callback stays the same.
 */
export function filterTyping(rule: TypingRule): (wrapper: HTMLElement | null) => (() => void) | undefined {
  const onBeforeInput = (event: InputEvent) => {
    const input = event.target
    const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    if (!(input instanceof HTMLInputElement) || inserted === '' || !event.cancelable) return

    const start = input.selectionStart ?? input.value.length
    const end = input.selectionEnd ?? start
    const accepted = rule.accept({ inserted, value: input.value, start, end, input })
    if (accepted === inserted) return

    event.preventDefault()
    if (accepted !== '') replaceText(input, accepted, start, end)
  }

  const onInput = (event: Event) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement)) return
    const cleaned = rule.clean(input.value)
    if (cleaned === input.value) return
    event.stopPropagation()
    setInputValue(input, cleaned)
  }

  return (wrapper) => {
    wrapper?.addEventListener('beforeinput', onBeforeInput)
    wrapper?.addEventListener('input', onInput)
    return () => {
      wrapper?.removeEventListener('beforeinput', onBeforeInput)
      wrapper?.removeEventListener('input', onInput)
    }
  }
}

function replaceText(input: HTMLInputElement, text: string, start: number, end: number): void {
  setInputValue(input, input.value.slice(0, start) + text + input.value.slice(end))
  input.setSelectionRange(start + text.length, start + text.length)
}
