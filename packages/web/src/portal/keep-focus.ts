import type { MouseEvent } from 'react'

/**
 * For `onMouseDown` of a form's button: the field keeps the focus until the form has been judged. Otherwise leaving the
 * field shows its problem, the button moves down from under the pointer, and the press is lost.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
