/** The text field that was typed in last, until the next click or submit. */
let typedIn: EventTarget | null = null

const textField = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"])'

const noteTyping = ({ target }: Event): void => {
  typedIn = target instanceof Element && target.matches(textField) ? target : null
}

const forget = (): void => {
  typedIn = null
}

if (typeof document !== 'undefined') {
  document.addEventListener('input', noteTyping, true)
  document.addEventListener('click', forget, true)
  document.addEventListener('submit', forget, true)
}

/**
 * Whether the user is typing in the focused field. A late message must not take the focus away then: the next letters would be lost,
 * and screen readers announce it by its role. Otherwise it takes the focus, because the button that was pressed may be gone.
 */
export const isTyping = (): boolean => typedIn !== null && document.activeElement === typedIn
