/** The text field in which somebody typed last, until they press or send something. */
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

/** Whether the focus is in a text field in which somebody types: a message that appears late must not take it away. */
export const isTyping = (): boolean => typedIn !== null && document.activeElement === typedIn
